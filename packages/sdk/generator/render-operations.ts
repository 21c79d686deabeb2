// Renderers of generated/operations.ts and generated/call-shapes.ts.
import type { BanPolicy } from '@animal-store/contract';
import type { SdkOperation } from './sdk-operations.js';

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
    ({ id, isPaged, spec }) =>
      `    this.${id} = client.${isPaged ? 'pagedMethod' : 'method'}('${id}', ${JSON.stringify(spec)});`,
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

/** The names of the operations whose methods take `{ path, query, headers, body }`. */
export function renderCallShapes(operations: readonly SdkOperation[]): string {
  const ids = operations.filter(({ spec }) => spec.isStructured).map(({ id }) => `'${id}'`);
  return `export type StructuredOperationId = ${ids.join(' | ') || 'never'};\n`;
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
