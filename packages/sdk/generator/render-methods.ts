// Owns the TypeScript that the SDK's methods are generated as.
import type { BanPolicy } from '@animal-store/contract';
import type { Method } from './read-methods.js';

/** `operations.ts`: a class with a method for each operation, in the contract's own words. */
export function renderOperations(
  methods: readonly Method[],
  version: string,
  ban: BanPolicy,
): string {
  const fields = methods.map(({ id, paged, operation }) => {
    const comment = docComment(operation).map((line) => `   * ${line}`.trimEnd());
    return `  /**\n${comment.join('\n')}\n   */\n  readonly ${id}: ${paged ? 'PagedMethod' : 'Method'}<'${id}'>;\n`;
  });
  const assignments = methods.map(
    (method) =>
      `    this.${method.id} = client.${method.paged ? 'pagedMethod' : 'method'}('${method.id}', ${renderRow(method)});`,
  );
  return `import type { Client } from '../src/client.js';
import type { Method, PagedMethod } from '../src/method.js';

/** A key is banned when it is refused this often within a minute. */
export const REFUSALS_TO_BAN = ${ban.refusalsPerMinute};

/** The operations of the animal store's API, version ${version}. */
export class Operations {
${fields.join('\n')}
  protected constructor(client: Client) {
${assignments.join('\n')}
  }
}
`;
}

/** What a call needs to know at run time; short, because it travels to browsers. */
function renderRow({ method, path, parameters, body, idempotent }: Method): string {
  const params = parameters.map(({ name, in: place, integer }) => [
    name,
    integer ? [place, 'integer'] : [place],
  ]);
  return JSON.stringify({
    method,
    path,
    params: Object.fromEntries(params),
    ...(body && { body }),
    ...(idempotent && { idempotent }),
  });
}

function docComment(operation: Method['operation']): string[] {
  const { summary, description, deprecated, operationId } = operation;
  const stability = operation['x-stability'];
  const sunset = operation['x-deprecated-sunset'];
  const successor = operation['x-deprecated-successor'];
  const lines = [String(summary ?? operationId)];
  if (description) lines.push('', ...String(description).trim().split('\n'));
  if (stability) lines.push('', `@${stability}`);
  if (deprecated) {
    const until = sunset ? ` May be gone from ${sunset}.` : '';
    lines.push('', `@deprecated${until}${successor ? ` Use \`${successor}\`.` : ''}`);
  }
  return lines.map((line) => line.replaceAll('*/', '*\\/'));
}
