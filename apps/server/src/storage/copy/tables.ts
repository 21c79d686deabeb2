// Owns what a copy consists of. Tables and columns have the same names in both databases, and so has their order: by the
// bytes of the key.

type ColumnType = 'bigint' | 'text' | 'bytea';

export interface CopiedTable {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
  /** The primary key. */
  key: readonly string[];
}

/** Animals go first: they are most of it, and a copy that is taken up again goes on within them. */
export const PETS: CopiedTable = {
  name: 'pets',
  columns: { id: 'bigint', name: 'text', category_id: 'bigint', status: 'text' },
  key: ['id'],
};

/** In an order in which each row finds what it refers to. */
export const OTHERS: readonly CopiedTable[] = [
  {
    name: 'orders',
    columns: {
      id: 'bigint',
      pet_id: 'bigint',
      quantity: 'bigint',
      ship_date: 'text',
      complete: 'bigint',
    },
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
