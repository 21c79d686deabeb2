// Group commit when the last transaction was left open, as by a rollback that failed.
import { shop } from '../../../../src/shop.js';
import { createConnection } from '../../../../src/storage/sqlite/connection.js';
import { createHealth } from '../../../../src/storage/sqlite/errors.js';
import { openDatabase } from '../../../../src/storage/sqlite/open-database.js';

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
