// Group commit when the last transaction was left open, as by a rollback that failed.
import { shop } from '../../../../src/shop.js';
import { Health } from '../../../../src/storage/sqlite/errors.js';
import { openDatabase } from '../../../../src/storage/sqlite/open-database.js';
import { WriteQueue } from '../../../../src/storage/sqlite/write-queue.js';

test('when a transaction is still open, then a write is rejected, because it would not be durable', async () => {
  const database = openDatabase(':memory:', shop.schema);
  try {
    const queue = new WriteQueue(database, new Health('store.db'));
    database.exec('BEGIN');
    await expect(queue.run(new Set(), () => 1)).rejects.toThrow('nothing was written');
    database.exec('ROLLBACK');
    await expect(queue.run(new Set(), () => 1)).resolves.toBe(1);
  } finally {
    database.close();
  }
});
