// Renderer of generated/operations.ts.
import type { BanPolicy } from '@animal-store/contract';
import type { SdkOperation } from './read-operations.js';

/** A class with a method for each operation. Its doc comments are the contract's descriptions. */
export function renderOperations(
  operations: readonly SdkOperation[],
  version: string,
  ban: BanPolicy,
): string {
  const fields = operations.map(({ id, isPaged, operation }) => {
    const comment = docComment(operation).map((line) => `   * ${line}`.trimEnd());
    return `  /**\n${comment.join('\n')}\n   */\n  readonly ${id}: ${isPaged ? 'PagedMethod' : 'Method'}<'${id}'>;\n`;
  });
  const assignments = operations.map(
    (operation) =>
      `    this.${operation.id} = client.${operation.isPaged ? 'pagedMethod' : 'method'}('${operation.id}', ${renderSpec(operation)});`,
  );
  return `import type { Client } from '../src/client.js';
import type { Method, PagedMethod } from '../src/types.js';

/** Number of refusals within a minute at which a key is banned. */
export const REFUSALS_TO_BAN = ${ban.refusalsPerMinute};

/** Operations of the animal store API, version ${version}. */
export class Operations {
${fields.join('\n')}
  protected constructor(client: Client) {
${assignments.join('\n')}
  }
}
`;
}

/** An `OperationSpec`. Flags that are false are omitted to keep the bundle small. */
function renderSpec({ method, path, parameters, hasBody, isIdempotent }: SdkOperation): string {
  const params = parameters.map(({ name, in: location, isInteger }) => [
    name,
    isInteger ? [location, 'integer'] : [location],
  ]);
  return JSON.stringify({
    method,
    path,
    params: Object.fromEntries(params),
    ...(hasBody && { body: true }),
    ...(isIdempotent && { idempotent: true }),
  });
}

function docComment(operation: SdkOperation['operation']): string[] {
  const { summary, description, deprecated, operationId } = operation;
  const stability = operation['x-stability'];
  const sunset = operation['x-deprecated-sunset'];
  const successor = operation['x-deprecated-successor'];
  const lines = [String(summary ?? operationId)];
  if (description) lines.push('', ...String(description).trim().split('\n'));
  if (stability) lines.push('', `@${stability}`);
  if (deprecated) {
    const removal = sunset ? ` May be removed on or after ${sunset}.` : '';
    lines.push('', `@deprecated${removal}${successor ? ` Use \`${successor}\`.` : ''}`);
  }
  return lines.map((line) => line.replaceAll('*/', '*\\/'));
}
