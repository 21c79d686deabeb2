// Resources of the mock: items in memory, on which operations act as the contract's shapes say.
import { type Int64, toInt64 } from '@animal-store/core';
import type { Filter } from '@animal-store/core/contract-data';
import { ApiError } from '@animal-store/core/errors';
import {
  createCursor,
  listingUrl,
  PAGING_PARAMETERS,
  pageLinks,
  readCursor,
} from '@animal-store/core/http';
import type { ValidatedRequest } from '@animal-store/core/validation';
import { contract } from '../../generated/mock.js';
import { refuse } from '../client/refuse.js';
import { isInt64 } from '../int64/json.js';
import type {
  CreateBehavior,
  GetBehavior,
  ListBehavior,
  MockOperation,
  UpdateBehavior,
} from './mock-contract.js';
import { copyJson, type Reply } from './reply.js';

/** An item, and whatever else a test has put into the list. */
export type Item = Record<string, unknown> & { id: Int64 };

export class Resources {
  /** By resource. Tests may change the lists and their items. */
  readonly items: Readonly<Record<string, Item[]>>;
  readonly #lastIds = new Map<string, Int64>();

  /** @throws TypeError naming an item that is no object, or whose id is not an integer of its own. */
  constructor(seeds: Readonly<Record<string, unknown>>) {
    this.items = Object.fromEntries(contract.resources.map((name) => [name, []]));
    for (const name of contract.resources) this.#seed(name, seeds[name] ?? []);
  }

  /** @throws ApiError 404, or 400 for a cursor. */
  answer(operation: MockOperation, request: ValidatedRequest): Reply {
    const { behavior, mediaTypes } = operation;
    const reply = { ...operation.reply, mediaType: mediaTypes[operation.reply.status] };
    switch (behavior?.kind) {
      case 'list':
        return { ...reply, ...this.#list(behavior, operation, request) };
      case 'create':
        return { ...reply, body: this.#create(behavior, request) };
      case 'get':
      case 'update':
      case 'remove':
        return { ...reply, body: this.#act(behavior, request) };
      default:
        return reply;
    }
  }

  #list(
    { resource }: ListBehavior,
    operation: MockOperation,
    { query }: ValidatedRequest,
  ): Partial<Reply> {
    const filters = Object.entries(operation.listing?.filters ?? {});
    const items = (this.items[resource] ?? [])
      .filter((item) => filters.every(([name, filter]) => selects(filter, query[name], item)))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const names = operation.parameters.map(({ name }) => name);
    if (!PAGING_PARAMETERS.every((name) => names.includes(name))) return { body: items };
    const { limit = items.length, cursor, ...filter } = query;
    const listing = listingUrl(operation, filter);
    const after = cursor === undefined ? undefined : readCursor(String(cursor), listing, checksum);
    const rest = after === undefined ? items : items.filter(({ id }) => id > after);
    const page = rest.slice(0, Number(limit));
    const last = rest.length > page.length ? page.at(-1) : undefined;
    const next = last && createCursor(last.id, listing, checksum);
    const links = pageLinks(listing, Number(limit), next);
    return { headers: { ...operation.reply.headers, Link: links }, body: page };
  }

  #create({ resource, properties, fill }: CreateBehavior, { body }: ValidatedRequest): Item {
    const id = this.#nextId(resource);
    const item = toItem(id, { id, ...fill, ...(typeof body === 'object' && body) }, properties);
    this.items[resource]?.push(item);
    return item;
  }

  /** Retrieves, changes or removes an item. */
  #act(behavior: GetBehavior | UpdateBehavior, { path, body }: ValidatedRequest): Item {
    const { resource, parameter } = behavior;
    const items = this.items[resource] ?? [];
    const index = items.findIndex(({ id }) => isEqual(id, path[parameter]));
    const item = items[index];
    if (item === undefined) throw new ApiError('not_found');
    this.#lastId(resource); // those of removed items are not assigned again
    if (behavior.kind === 'remove') items.splice(index, 1);
    if (behavior.kind !== 'update') return item;
    const changed = update(item, body, behavior);
    items[index] = changed;
    return changed;
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
    const next = toInt64(BigInt(this.#lastId(resource)) + 1n);
    this.#lastIds.set(resource, next);
    return next;
  }

  #lastId(resource: string): Int64 {
    const ids = (this.items[resource] ?? []).map(({ id }) => id);
    const last = ids.reduce((max, id) => (id > max ? id : max), this.#lastIds.get(resource) ?? 0);
    this.#lastIds.set(resource, last);
    return last;
  }
}

function update(item: Item, body: unknown, { properties, nullable, kept }: UpdateBehavior): Item {
  const stays = Object.entries(item).filter(([name]) => kept?.includes(name) ?? true);
  const values = Object.entries({ ...Object.fromEntries(stays), ...Object(body) });
  const present = values.filter(([name, value]) => value !== null || nullable.includes(name));
  return toItem(item.id, Object.fromEntries(present), properties);
}

/** @param properties All of an item, in the order of the contract; undefined if it can have others. */
function toItem(id: Int64, values: Record<string, unknown>, properties?: readonly string[]): Item {
  const known = (properties ?? Object.keys(values)).filter((name) => Object.hasOwn(values, name));
  return { ...Object.fromEntries(known.map((name) => [name, values[name]])), id };
}

function selects({ property, match }: Filter, wanted: unknown, item: Item): boolean {
  const value = item[property];
  if (wanted === undefined) return true;
  if (match === 'equals') return [wanted].flat().some((one) => isEqual(value, one));
  if (match === 'absent') return (value === undefined) === wanted;
  const [least, most] = match === 'min' ? [wanted, value] : [value, wanted];
  return isOrdered(least) && isOrdered(most) && least <= most;
}

/** A number or a date, and not null. */
function isOrdered(value: unknown): value is number | bigint | string {
  return ['number', 'bigint', 'string'].includes(typeof value);
}

/** The same value, whether an integer is a number or a bigint. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (isInt64(one) && isInt64(other) && BigInt(one) === BigInt(other));
}

/** FNV-1a. */
function checksum(text: string): number {
  let sum = 0x811c9dc5;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}
