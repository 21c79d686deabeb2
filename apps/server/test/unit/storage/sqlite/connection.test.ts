// Group commit: a transaction that was left open, as by a rollback that failed, and the size of the log.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@animal-store/engine/internal/storage/sqlite/files/open-database';
import { createConnection } from '@animal-store/engine/internal/storage/sqlite/sqlite-connection';
import { createHealth } from '@animal-store/engine/internal/storage/sqlite/sqlite-errors';
import { shop } from '../../../support/plain-shop.js';

test('when a transaction is still open, then a write is rejected, because it would not be durable', async () => {
  const database = openDatabase(':memory:', shop.schema);
  try {
    const connection = createConnection(database, createHealth('store.db'));
    database.exec('BEGIN');
    await expect(connection.write(new Set(), () => 1)).rejects.toThrow('nothing was written');
    database.exec('ROLLBACK');
    await expect(connection.write(new Set(), () => 1)).resolves.toBe(1);
  } finally {
    database.close();
  }
});

test('when commits change many pages, then the log is copied into the file before it has 2,000', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  const file = join(folder, 'store.db');
  const database = openDatabase(file, shop.schema);
  database.pragma('wal_autocheckpoint = 0'); // as in a store
  const connection = createConnection(database, createHealth(file));
  const page = 4_096;
  const write = database.prepare('INSERT OR REPLACE INTO secrets VALUES (?, zeroblob(?))');
  for (let number = 0; number < 30; number += 1)
    await connection.write(new Set(), () => write.run(`n${number}`, 150 * page));
  expect(statSync(`${file}-wal`).size).toBeLessThan(2_000 * page);
  await connection.close();
  rmSync(folder, { recursive: true });
});
