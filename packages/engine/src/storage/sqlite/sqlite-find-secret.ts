// Lookup of a secret in SQLite. Every request does it, so it is cached until a key changes.
import { LruCache } from '../../lib/lru-cache.js';
import type { StoredRow } from '../columns.js';
import {
  FIND_SECRET,
  type FindSecret,
  type KnownSecret,
  toKnownSecret,
} from '../stores/key-rows.js';
import type { Connection } from './sqlite-connection.js';

const MAX_CACHED_SECRETS = 1_024;

export function createFindSecret(connection: Connection): FindSecret {
  const { database, caches } = connection;
  const known = caches.add(['keys'], new LruCache<KnownSecret>(MAX_CACHED_SECRETS));
  const find = database.prepare<[{ 1: Buffer }], StoredRow>(FIND_SECRET);
  return (secretHash) =>
    connection.read(() => {
      caches.refresh();
      const name = secretHash.toString('latin1');
      const cached = known.get(name);
      if (cached !== undefined) return cached;
      const row = find.get({ 1: secretHash });
      if (row === undefined) return undefined;
      const found = toKnownSecret(row);
      known.set(name, found);
      return found;
    });
}
