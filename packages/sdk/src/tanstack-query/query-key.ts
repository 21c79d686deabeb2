// Query keys: what names the result of a call in a cache, in values of JSON alone.
import type { OperationId } from '../client/types.js';
import type { Int64Mode } from '../int64/int64-types.js';

/** A value of a key. Numbers are digits, so that an identifier of 5, 5n or '5' has one key. */
type KeyValue = string | boolean | null | KeyValue[] | { [name: string]: KeyValue };

/** A key that begins like another is invalidated with it: `[store.baseUrl]` names all queries of a service. */
export type QueryKey<Id extends OperationId> = readonly [
  service: string,
  operation: Id,
  params: KeyValue,
  /** In which form the data is cached, unless it is the default one. */
  form?: Readonly<{ int64?: 'string'; infinite?: true }>,
];

/** What a key has of a client. */
export interface Service {
  readonly baseUrl: string;
  readonly int64: Int64Mode;
}

export function queryKey<Id extends OperationId>(
  { baseUrl, int64 }: Service,
  id: Id,
  params: object | symbol = {},
): QueryKey<Id> {
  // Without parameters, a list has data: that of a skipped query is none of it.
  const key = [baseUrl, id, typeof params === 'symbol' ? null : toKeyValue(params)] as const;
  return int64 === 'string' ? [...key, { int64 }] : key;
}

/** Another key, because a list of pages is cached in another form than one page. */
export function infiniteQueryKey<Id extends OperationId>(
  service: Service,
  id: Id,
  params: object | symbol | undefined,
): QueryKey<Id> {
  const [baseUrl, operation, values, form] = queryKey(service, id, params);
  return [baseUrl, operation, values, { ...form, infinite: true }];
}

function toKeyValue(value: unknown): KeyValue {
  if (Array.isArray(value)) return value.map(toKeyValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => [name, toKeyValue(field)]),
    );
  return typeof value === 'boolean' || value === null ? value : String(value);
}
