// Owns what the rows of both databases become: tables and columns have the same names in both.
import { type Int64, type Order, type Pet, type PetStatus, toInt64 } from '@animal-store/contract';
import type { Caller, Counts, KeyRecord } from './store.js';

/**
 * A property that the contract adds to an animal does not compile until it has a column here; then `toPet` and what writes
 * animals need it, too.
 */
const COLUMN_OF_PET = {
  id: 'id',
  name: 'name',
  categoryId: 'category_id',
  status: 'status',
} satisfies Record<keyof Pet, keyof PetRow>;

/** What to select of animals for `toPet`. */
export const PET_COLUMNS = Object.values(COLUMN_OF_PET)
  .map((column) => `pets.${column}`)
  .join(', ');

export interface PetRow {
  id: Int64;
  name: string;
  category_id: Int64;
  status: PetStatus | null;
}

export function toPet(row: PetRow): Pet {
  return {
    id: exact(row.id),
    name: row.name,
    categoryId: exact(row.category_id),
    ...(row.status !== null && { status: row.status }),
  };
}

/** As for animals. Orders are written in the order of these columns. */
const COLUMN_OF_ORDER = {
  id: 'id',
  petId: 'pet_id',
  quantity: 'quantity',
  shipDate: 'ship_date',
  complete: 'complete',
} satisfies Record<keyof Order, keyof OrderRow>;

export const ORDER_COLUMNS = Object.values(COLUMN_OF_ORDER).join(', ');

export interface OrderRow {
  id: Int64;
  pet_id: Int64;
  quantity: Int64;
  ship_date: string;
  complete: Int64;
}

export function toOrder(row: OrderRow): Order {
  return {
    id: exact(row.id),
    petId: exact(row.pet_id),
    quantity: Number(row.quantity),
    shipDate: row.ship_date,
    complete: Number(row.complete) === 1,
  };
}

export interface CallerRow {
  id: string;
  plan: string;
  per_minute: Int64 | null;
  per_day: Int64 | null;
}

export function toCaller(row: CallerRow): Caller {
  const { per_minute, per_day } = row;
  const custom = per_minute !== null && per_day !== null;
  return {
    id: row.id,
    plan: row.plan,
    quota: custom ? { perMinute: Number(per_minute), perDay: Number(per_day) } : undefined,
  };
}

export interface KeyRow extends CallerRow {
  name: string;
  created_ms: Int64;
  last_used_ms: Int64 | null;
  revoked_ms: Int64 | null;
}

export function toKeyRecord(row: KeyRow): KeyRecord {
  return {
    ...toCaller(row),
    name: row.name,
    createdMs: Number(row.created_ms),
    lastUsedMs: row.last_used_ms === null ? undefined : Number(row.last_used_ms),
    revokedMs: row.revoked_ms === null ? undefined : Number(row.revoked_ms),
  };
}

/** What a key's secret opens, and until when. */
export interface KnownSecret {
  caller: Caller;
  expiresMs: number;
}

export interface SecretRow extends CallerRow {
  expires_ms: Int64 | null;
}

export function toKnownSecret(row: SecretRow): KnownSecret {
  return {
    caller: toCaller(row),
    expiresMs: Number(row.expires_ms ?? Number.POSITIVE_INFINITY),
  };
}

/** Time passes without anybody writing it down. */
export function callerAt(known: KnownSecret | undefined, nowMs: number): Caller | undefined {
  return known && nowMs < known.expiresMs ? known.caller : undefined;
}

export interface CounterRow {
  minute: Int64;
  minute_count: Int64;
  day: Int64;
  day_count: Int64;
  refusals: Int64;
  banned_until_ms: Int64;
  bans: Int64;
}

export function toCounts(row: CounterRow): Counts {
  return {
    minute: Number(row.minute),
    minuteCount: Number(row.minute_count),
    day: Number(row.day),
    dayCount: Number(row.day_count),
    refusals: Number(row.refusals),
    bannedUntilMs: Number(row.banned_until_ms),
    bans: Number(row.bans),
  };
}

/** A driver may give every integer as a bigint, also one that a number holds. */
function exact(value: Int64): Int64 {
  return typeof value === 'bigint' ? toInt64(value) : value;
}
