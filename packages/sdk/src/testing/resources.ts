// Resources of the mock: items in memory, which operations list, create and retrieve as the contract's shapes say.
import { type Int64, toInt64 } from '@animal-store/core';
import { contract } from '../../generated/mock.js';
import { refuse } from '../refuse.js';
import { Cursors } from './cursors.js';
import type { ValidRequest } from './idempotency.js';
import type {
  Behavior,
  CreateBehavior,
  GetBehavior,
  ListBehavior,
  MockOperation,
} from './mock-contract.js';
import { copyJson, errorReply, invalidRequest, type Reply } from './reply.js';

/** An item, and whatever else a test has put into the list. */
export type Item = Record<string, unknown> & { id: Int64 };

const CURSOR_NOT_ISSUED = {
  in: 'query',
  path: '/cursor',
  code: 'invalid',
  message: 'was not issued for this listing',
} as const;

export class Resources {
  /** By resource. Tests may change the lists and their items. */
  readonly items: Readonly<Record<string, Item[]>>;
  readonly #lastIds = new Map<string, bigint>();
  readonly #cursors = new Cursors();

  /** @throws TypeError naming an item that is no object, or whose id is not an integer of its own. */
  constructor(seeds: Readonly<Record<string, unknown>>) {
    this.items = Object.fromEntries(contract.resources.map((name) => [name, []]));
    for (const name of contract.resources) this.#seed(name, seeds[name] ?? []);
  }

  answer(operation: MockOperation, request: ValidRequest): Reply {
    const { behavior, reply } = operation;
    return behavior === undefined
      ? reply
      : { ...reply, ...this.#run(behavior, operation, request) };
  }

  #run(behavior: Behavior, operation: MockOperation, request: ValidRequest): Partial<Reply> {
    switch (behavior.kind) {
      case 'list':
        return this.#list(behavior, operation, request);
      case 'create':
        return { body: this.#create(behavior, request) };
      case 'get':
        return this.#get(behavior, request);
    }
  }

  #list(
    { resource, filters, isPaged }: ListBehavior,
    { path, reply }: MockOperation,
    { query }: ValidRequest,
  ): Partial<Reply> {
    const items = this.#sorted(resource).filter((item) =>
      filters.every(({ name }) => query[name] === undefined || matches(item[name], query[name])),
    );
    if (!isPaged) return { body: items };
    const limit = Number(query.limit ?? items.length);
    const pairs = filters.flatMap(({ name, isRepeated = false }) =>
      toPairs(name, query[name], isRepeated),
    );
    const listing = `${contract.basePath}${path}?${pairs.join('&')}`;
    const after =
      query.cursor === undefined ? undefined : this.#cursors.read(query.cursor, listing);
    if (query.cursor !== undefined && after === undefined) return invalidRequest(CURSOR_NOT_ISSUED);
    const rest = after === undefined ? items : items.filter(({ id }) => BigInt(id) > after);
    const page = rest.slice(0, limit);
    const last = rest.length > limit ? page.at(-1) : undefined;
    const target = `${contract.basePath}${path}?${[...pairs, `limit=${limit}`].join('&')}`;
    const links = [`<${target}>; rel="first"`];
    if (last !== undefined) {
      const cursor = this.#cursors.issue(BigInt(last.id), listing);
      links.push(`<${target}&cursor=${cursor}>; rel="next"`);
    }
    return { headers: { ...reply.headers, Link: links.join(', ') }, body: page };
  }

  #create({ resource, properties, fill }: CreateBehavior, { body }: ValidRequest): Item {
    const id = this.#nextId(resource);
    const values = new Map(Object.entries({ id, ...fill, ...(typeof body === 'object' && body) }));
    const known = (properties ?? [...values.keys()]).filter((name) => values.has(name));
    const item = { ...Object.fromEntries(known.map((name) => [name, values.get(name)])), id };
    this.items[resource]?.push(item);
    return item;
  }

  #get({ resource, parameter }: GetBehavior, { path }: ValidRequest): Partial<Reply> {
    const item = this.#sorted(resource).find(({ id }) => isEqual(id, path[parameter]));
    return item === undefined ? errorReply('not_found') : { body: item };
  }

  #sorted(resource: string): Item[] {
    const items = [...(this.items[resource] ?? [])];
    return items.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  }

  #seed(name: string, seeds: unknown): void {
    if (!Array.isArray(seeds)) refuse(name, 'an array', seeds);
    for (const [index, seed] of seeds.entries()) {
      const copy: unknown = copyJson(seed);
      if (typeof copy !== 'object' || copy === null) refuse(`${name}[${index}]`, 'an object', seed);
      const { id = this.#nextId(name), ...others }: { id?: unknown } = copy;
      if (!isInt64(id)) refuse(`${name}[${index}].id`, 'an integer of 64 bits', id);
      if (this.items[name]?.some((other) => isEqual(other.id, id)))
        throw new TypeError(`${name}[${index}].id must be unique (got ${id} twice)`);
      this.items[name]?.push({ id, ...others });
    }
  }

  /** Greater than every id so far, also of items that a test has removed. */
  #nextId(resource: string): Int64 {
    const ids = (this.items[resource] ?? []).map(({ id }) => BigInt(id));
    const last = ids.reduce((max, id) => (id > max ? id : max), this.#lastIds.get(resource) ?? 0n);
    this.#lastIds.set(resource, last + 1n);
    return toInt64(last + 1n);
  }
}

/** Whether an item's value is one of those that a filter selects. An absent value matches none. */
function matches(value: unknown, wanted: unknown): boolean {
  return value !== undefined && [wanted].flat().some((one) => isEqual(value, one));
}

/** The same value, whether an integer is a number or a bigint. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (isInt64(one) && isInt64(other) && BigInt(one) === BigInt(other));
}

function isInt64(value: unknown): value is Int64 {
  return Number.isSafeInteger(value) || typeof value === 'bigint';
}

/** The `name=value` pairs of a query; none if the value is undefined. */
function toPairs(name: string, value: unknown, isRepeated: boolean): string[] {
  if (value === undefined) return [];
  const texts = [value].flat().map((item) => encodeURIComponent(String(item ?? '')));
  const values = isRepeated ? texts : [texts.join(',')];
  return values.map((text) => `${encodeURIComponent(name)}=${text}`);
}
