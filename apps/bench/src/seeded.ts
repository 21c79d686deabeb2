// Owns what a contestant finds: its database, and the keys to it.

export interface Seeded {
  file: string;
  /** URLs of PostgreSQL and of Redis, for those that do not work on the file. */
  shared?: { database: string; counters: string };
  /** With room for any measurement. */
  key: string;
  /** Of the free plan. */
  freeKey: string;
}
