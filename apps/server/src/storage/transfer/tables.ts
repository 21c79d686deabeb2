// Tables of a copy. Tables and columns have the same names in both databases, and both sort rows by the key's bytes.
import type { OrderRow, PetRow } from '../rows.js';

type ColumnType = 'bigint' | 'text' | 'bytea';

export interface CopiedTable {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
  /** The primary key. */
  key: readonly string[];
}

/** Copied first: pets are most of the data, and a resumed copy continues within them. */
export const PETS: CopiedTable = {
  name: 'pets',
  columns: {
    id: 'bigint',
    name: 'text',
    category_id: 'bigint',
    status: 'text',
  } satisfies Record<keyof PetRow, ColumnType>,
  key: ['id'],
};

/** In an order that satisfies the foreign keys. */
export const OTHERS: readonly CopiedTable[] = [
  {
    name: 'orders',
    columns: {
      id: 'bigint',
      pet_id: 'bigint',
      quantity: 'bigint',
      ship_date: 'text',
      complete: 'bigint',
    } satisfies Record<keyof OrderRow, ColumnType>,
    key: ['id'],
  },
  {
    name: 'idempotency_records',
    columns: {
      key_id: 'text',
      name: 'text',
      fingerprint: 'bytea',
      pet_id: 'bigint',
      created_ms: 'bigint',
    },
    key: ['key_id', 'name'],
  },
  {
    name: 'api_keys',
    columns: {
      id: 'text',
      name: 'text',
      plan: 'text',
      per_minute: 'bigint',
      per_day: 'bigint',
      created_ms: 'bigint',
      revoked_ms: 'bigint',
    },
    key: ['id'],
  },
  {
    name: 'api_key_secrets',
    columns: { hash: 'bytea', key_id: 'text', expires_ms: 'bigint' },
    key: ['hash'],
  },
  {
    name: 'counters',
    columns: {
      subject: 'text',
      minute: 'bigint',
      minute_count: 'bigint',
      day: 'bigint',
      day_count: 'bigint',
      refusals: 'bigint',
      banned_until_ms: 'bigint',
      bans: 'bigint',
      last_used_ms: 'bigint',
    },
    key: ['subject'],
  },
];
