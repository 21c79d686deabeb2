// Lookup of a secret in SQLite. Every request does it, so it is cached until a key changes.
import { FIND_SECRET, type FindSecret, toKnownSecret } from '../../keys/key-rows.js';
import type { StoredRow } from '../columns.js';
import type { Connection } from './connection.js';

const MAX_CACHED_SECRETS = 1_024;

export function createFindSecret({ database, caches, read }: Connection): FindSecret {
  const known = caches.create<ReturnType<typeof toKnownSecret> | undefined>(
    'keys',
    new Set(['keys']),
    { capacity: MAX_CACHED_SECRETS },
  );
  const find = database.prepare<[{ 1: Buffer }], StoredRow>(FIND_SECRET);
  return (secretHash) =>
    read(() => {
      caches.refresh();
      return known.get(secretHash.toString('latin1'), () => {
        const row = find.get({ 1: secretHash });
        return row && toKnownSecret(row);
      });
    });
}
