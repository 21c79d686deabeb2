// Renderer of generated/tanstack-query.ts: options of TanStack Query for each operation.
import { docComment } from './render-operations.js';
import type { SdkOperation } from './sdk-operations.js';

/** Type of 64-bit integers in the client's results, which TypeScript infers from the client. */
const MODE = '<Mode extends Int64Mode>';

/**
 * Reads are queries, and everything else is a mutation. Paged reads are infinite queries, too. What the functions call has
 * a namespace, since an operation may be named `query`.
 */
export function renderTanstackQuery(operations: readonly SdkOperation[]): string {
  const functions = operations.flatMap((operation) =>
    operation.spec.method === 'GET' ? renderQuery(operation) : [renderMutation(operation)],
  );
  return `import type { AnimalStore } from '../src/client/animal-store.js';
import type { Int64Mode } from '../src/int64/int64-types.js';
import * as options from '../src/tanstack-query/options.js';
import * as keys from '../src/tanstack-query/query-key.js';
import type * as types from '../src/tanstack-query/types.js';

${functions.join('\n')}`;
}

function renderQuery(sdkOperation: SdkOperation): string[] {
  const { id, isPaged, spec } = sdkOperation;
  return [
    `/** Key of \`${id}Options\`. Without parameters, it is the beginning of every key of the operation. */
${renderKey(id, 'QueryKey', 'QueryData')}`,
    renderOptions(sdkOperation, 'QueryOptions'),
    ...(isPaged
      ? [
          `/** Key of \`${id}InfiniteOptions\`. Without parameters, it is the beginning of every such key. */
${renderKey(id, 'InfiniteQueryKey', 'InfiniteQueryData')}`,
          renderOptions(sdkOperation, 'InfiniteQueryOptions', spec.isStructured ? ", 'query'" : ''),
        ]
      : []),
  ];
}

function renderKey(id: string, name: 'QueryKey' | 'InfiniteQueryKey', data: string): string {
  return `export function ${id}${name}${MODE}(store: AnimalStore<Mode>, params?: Partial<types.QueryParams<'${id}', Mode>>): types.TypedQueryKey<'${id}', types.${data}<'${id}', Mode>> {
  return keys.${uncapitalize(name)}(store, '${id}', params);
}
`;
}

/** Two signatures: only options that may be skipped have a type that TanStack Query refuses where they must not be. */
function renderOptions(
  sdkOperation: SdkOperation,
  type: 'QueryOptions' | 'InfiniteQueryOptions',
  part = '',
): string {
  const { id, spec } = sdkOperation;
  const name = `${id}${type.replace('Query', '')}`;
  const isRequired = spec.parameters.some((parameter) => parameter.isRequired);
  const signature = (isOptional: boolean, or: string, result: string) => `${comment(sdkOperation)}
export function ${name}${MODE}(store: AnimalStore<Mode>, params${isOptional ? '?' : ''}: types.QueryParams<'${id}', Mode>${or}, callOptions?: types.CallOptionsOf<'${id}'>): types.${type}<'${id}', Mode${result}>;`;
  return `${signature(!isRequired, '', '')}
${signature(false, ' | symbol', ', types.SkipToken')}
export function ${name}(store: keys.Service, params?: object | symbol, callOptions?: object): types.${type}<'${id}', Int64Mode, symbol> {
  return options.${uncapitalize(type)}(store, '${id}', params, callOptions${part});
}
`;
}

const uncapitalize = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function renderMutation(sdkOperation: SdkOperation): string {
  const { id, spec } = sdkOperation;
  return `${comment(sdkOperation)}
export function ${id}Mutation${MODE}(store: AnimalStore<Mode>, callOptions?: types.CallOptionsOf<'${id}'>): types.MutationOptions<'${id}', Mode> {
  return options.mutationOptions(store, '${id}', callOptions${spec.isIdempotent ? ', { isIdempotent: true }' : ''});
}
`;
}

function comment(sdkOperation: SdkOperation): string {
  const [summary, ...lines] = docComment(sdkOperation, true);
  if (lines.length === 0) return `/** ${summary} */`;
  return `/**\n * ${summary}\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}
