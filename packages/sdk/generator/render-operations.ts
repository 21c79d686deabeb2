// Renderers of the client's files: operations, ban policy, 64-bit integers, servers and call shapes.
import { byPrecedence, deprecationNote } from '@animal-store/core/http';
import type { Int64Places } from '@animal-store/spec/int64-places';
import { required } from '@animal-store/spec/json';
import type { Contract } from '@animal-store/spec/model';
import type { SdkOperation } from './sdk-operations.js';

/** A class with a method for each operation. Its doc comments are the contract's descriptions. */
export function renderOperations(operations: readonly SdkOperation[], version: string): string {
  const fields = operations.map((sdkOperation) => {
    const { id, isPaged, argument, data } = sdkOperation;
    const comment = docComment(sdkOperation).map((line) => `   * ${line}`.trimEnd());
    const types = [`'${id}'`, 'Mode'];
    if (data) types.push(`schemas.${data}`);
    if (data && argument) types.push(`Input<schemas.${argument}>`);
    return `  /**\n${comment.join('\n')}\n   */\n  declare readonly ${id}: ${isPaged ? 'PagedMethod' : 'Method'}<${types.join(', ')}>;\n`;
  });
  const assignments = [...operations]
    .sort((one, other) => byPrecedence(one.spec.path, other.spec.path))
    .map(
      ({ id, isPaged, spec }) =>
        `    this.${id} = client.${isPaged ? 'pagedMethod' : 'method'}('${id}', ${JSON.stringify(spec)});`,
    );
  const hasSchemas = operations.some(({ data }) => data);
  const hasInput = operations.some(({ data, argument }) => data && argument);
  return `import type { Client } from '../src/client/client.js';
import type { Int64Mode } from '../src/int64/int64-types.js';
${hasInput ? "import type { Input } from '../src/client/params.js';\n" : ''}import type { Method, PagedMethod } from '../src/client/types.js';
${hasSchemas ? "import type * as schemas from './schemas.js';\n" : ''}
/** Operations of the animal store API, version ${version}. */
export class Operations<Mode extends Int64Mode = 'number'> {
${fields.join('\n')}
  /** @internal */
  protected constructor(client: Client) {
${assignments.join('\n')}
  }
}
`;
}

export function renderBanPolicy(contract: Contract): string {
  const { refusalsPerMinute } = required(contract.ban, 'x-rate-limit-ban');
  return `/** Number of refusals within a minute at which a key is banned. */
export const REFUSALS_TO_BAN = ${refusalsPerMinute};
`;
}

/** Where a client whose results have 64-bit integers as strings finds them. */
export function renderInt64Places({ list }: Int64Places): string {
  return `import type { Int64Place } from '@animal-store/core/int64';

export const INT64_PLACES: readonly Int64Place[] = ${JSON.stringify(list)};
`;
}

/** The servers by the name of their environment, which is their description in lower case. */
export function renderServers({ servers }: Contract): string {
  const urls = servers.map(({ description = '', url }) => [description.toLowerCase(), url]);
  const { url } = required(servers[0], 'servers');
  return `/** URL of the service in each environment. */
export const SERVERS = ${JSON.stringify(Object.fromEntries(urls))};

/** The name of an environment of the service. */
export type Environment = keyof typeof SERVERS;

/** The end of every base URL: the version of the API. */
export const VERSION_SEGMENT = '${url.slice(url.lastIndexOf('/'))}';
`;
}

/** The names of the operations whose methods take `{ path, query, headers, body }`. */
export function renderCallShapes(operations: readonly SdkOperation[]): string {
  const ids = operations.filter(({ spec }) => spec.isStructured).map(({ id }) => `'${id}'`);
  return `export type StructuredOperationId = ${ids.join(' | ') || 'never'};\n`;
}

/** @param isShort Whether it has no description, because the method's comment has it. */
export function docComment(
  { operation, deprecatedParameters }: SdkOperation,
  isShort = false,
): string[] {
  const { id, summary, description, stability, deprecation } = operation;
  const lines = [String(summary ?? id)];
  if (description && !isShort) lines.push('', ...description.trim().split('\n'));
  if (deprecatedParameters.length > 0) lines.push('');
  for (const { name, note } of deprecatedParameters) lines.push(`\`${name}\`: ${note}`);
  if (stability) lines.push('', `@${stability}`);
  if (deprecation?.isDeprecated) {
    const { successor } = deprecation;
    const note = deprecationNote(deprecation);
    lines.push('', `@deprecated ${note}${successor ? ` Use \`${successor}\`.` : ''}`);
  }
  return lines.map((line) => line.replaceAll('*/', '*\\/'));
}
