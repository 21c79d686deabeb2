// What Fastify with our duties share: the caller of a key, validated requests, the store's interface, and constant headers.
import { createHash } from 'node:crypto';
import type { Status } from '../fastify/animals.js';
import { invalidRequest } from './api-error.js';
import { pageLinks, readCursor } from './cursors.js';
import { ADDRESS_QUOTA, PLANS, type Quota, type Subject } from './quota.js';

export const MAX_BODY_BYTES = 16_384;
export const NAME_PATTERN = '^[^\\x00-\\x1f\\x7f-\\x9f]*$';
export const LIMIT_PATTERN = '^(?:[1-9]\\d?|100)$';
const DEFAULT_LIMIT = 20;
const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const RETENTION_MS = 86_400_000;

export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
};
/** Of `GET /v1/pets/{petId}`. */
export const DEPRECATION_HEADERS = {
  Deprecation: '@1795132800',
  Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  Link: '</v1/pets>; rel="successor-version"',
};

/** Integers of 64 bits are exact. */
export interface ExactAnimal {
  id: bigint;
  name: string;
  categoryId: bigint;
  status: Status | null;
}

export interface NewExactAnimal {
  name: string;
  categoryId: number | bigint;
  status?: Status | undefined;
}

export interface KeyRow {
  id: string;
  plan: string;
  perMinute: number | null;
  perDay: number | null;
}

export interface Claim {
  keyId: string;
  name: string;
  fingerprint: Buffer;
}

/** Bodies are JSON. */
export type OnceOutcome =
  | { outcome: 'created' | 'replayed'; body: string }
  | { outcome: 'mismatch' };

type MaybePromise<Value> = Value | Promise<Value>;

export interface DutiesStore {
  /** @returns undefined if the key is revoked, expired or unknown. It is read each time. */
  findKey(hash: Buffer): MaybePromise<KeyRow | undefined>;
  /** One animal more than `limit`, if there is a next page. */
  list(after: bigint, limit: number, status: Status | undefined): MaybePromise<ExactAnimal[]>;
  get(id: bigint): MaybePromise<ExactAnimal | undefined>;
  /** @returns the JSON of the animal, once it is on disk. */
  create(animal: NewExactAnimal): Promise<string>;
  /** Creates the animal in one transaction with the record of the response. */
  createOnce(animal: NewExactAnimal, claim: Claim): Promise<OnceOutcome>;
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** @param address Of a client without a valid key. */
export function subjectOf(key: KeyRow | undefined, address: string): Subject {
  if (key === undefined)
    return { name: `address:${address}`, quota: ADDRESS_QUOTA, hasBans: false };
  return { name: `key:${key.id}`, quota: quotaOf(key), hasBans: true };
}

function quotaOf({ plan, perMinute, perDay }: KeyRow): Quota {
  const quota = PLANS[plan];
  if (quota) return quota;
  if (perMinute === null || perDay === null) throw new Error(`the plan ${plan} has no quota`);
  return { perMinute: Number(perMinute), perDay: Number(perDay) };
}

export interface ListQuery {
  limit?: string | undefined;
  status?: Status | undefined;
  cursor?: string | undefined;
}

export interface DutiesPage {
  animals: ExactAnimal[];
  link: string;
}

/** @throws ApiError 400 for a cursor that was not issued for this filter. */
export async function readPage(store: DutiesStore, query: ListQuery): Promise<DutiesPage> {
  const { status, cursor } = query;
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const filter = status === undefined ? '' : `status=${status}`;
  const after = cursor === undefined ? 0n : readCursor(cursor, filter);
  if (after === undefined)
    throw invalidRequest('query', '/cursor', 'was not issued for this listing');
  const animals = await store.list(after, limit, status);
  const last = animals.length > limit ? animals[limit - 1]?.id : undefined;
  const link = pageLinks(last, limit, filter);
  return { animals: animals.slice(0, limit), link };
}

/** @throws ApiError 400 for an Idempotency-Key that is empty or too long. */
export function toClaim(
  header: string | undefined,
  keyId: string,
  { name, categoryId, status }: NewExactAnimal,
): Claim | undefined {
  if (header === undefined) return undefined;
  if (header === '' || header.length > MAX_IDEMPOTENCY_KEY_LENGTH)
    throw invalidRequest('header', '/Idempotency-Key', 'must have 1 to 255 characters');
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([name, String(categoryId), status]))
    .digest();
  return { keyId, name: header, fingerprint };
}

export function toJson({ id, name, categoryId, status }: ExactAnimal): string {
  const rest = status === null ? '' : `,"status":"${status}"`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${rest}}`;
}
