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
  return `import type { AnimalStore } from '../src/animal-store.js';
import type { Int64Mode } from '../src/int64-types.js';
import * as options from '../src/tanstack-query/options.js';
import * as keys from '../src/tanstack-query/query-key.js';
import type { CallOptionsOf, InfiniteQueryOptions, MutationOptions, QueryOptions } from '../src/tanstack-query/types.js';
import type { Params } from '../src/types.js';

${functions.join('\n')}`;
}

function renderQuery(sdkOperation: SdkOperation): string[] {
  const { id, isPaged, spec } = sdkOperation;
  const isRequired = spec.parameters.some((parameter) => parameter.isRequired);
  const signature = `${MODE}(store: AnimalStore<Mode>, params${isRequired ? '' : '?'}: Params<'${id}', Mode>, callOptions?: CallOptionsOf<'${id}'>)`;
  const keySignature = `${MODE}(store: AnimalStore<Mode>, params?: Partial<Params<'${id}', Mode>>)`;
  const part = spec.isStructured ? `, 'query'` : '';
  const infinite = [
    `/** Key of \`${id}InfiniteOptions\`. Without parameters, it is the beginning of every such key. */
export function ${id}InfiniteQueryKey${keySignature}: keys.QueryKey<'${id}'> {
  return keys.infiniteQueryKey(store, '${id}', params);
}
`,
    `${comment(sdkOperation)}
export function ${id}InfiniteOptions${signature}: InfiniteQueryOptions<'${id}', Mode> {
  return options.infiniteQueryOptions(store, '${id}', params, callOptions${part});
}
`,
  ];
  return [
    `/** Key of \`${id}Options\`. Without parameters, it is the beginning of every key of the operation. */
export function ${id}QueryKey${keySignature}: keys.QueryKey<'${id}'> {
  return keys.queryKey(store, '${id}', params);
}
`,
    `${comment(sdkOperation)}
export function ${id}Options${signature}: QueryOptions<'${id}', Mode> {
  return options.queryOptions(store, '${id}', params, callOptions);
}
`,
    ...(isPaged ? infinite : []),
  ];
}

function renderMutation(sdkOperation: SdkOperation): string {
  const { id, spec } = sdkOperation;
  return `${comment(sdkOperation)}
export function ${id}Mutation${MODE}(store: AnimalStore<Mode>, callOptions?: CallOptionsOf<'${id}'>): MutationOptions<'${id}', Mode> {
  return options.mutationOptions(store, '${id}', callOptions${spec.isIdempotent ? ', { isIdempotent: true }' : ''});
}
`;
}

function comment(sdkOperation: SdkOperation): string {
  const [summary, ...lines] = docComment(sdkOperation, true);
  if (lines.length === 0) return `/** ${summary} */`;
  return `/**\n * ${summary}\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}
