// Owns the orders. They enter through the operator's command line only.
import { type Int64, type Order, toInt64 } from '@animal-store/contract';
import type { OrderStore } from '../store.js';
import type { SqliteDatabase } from './open-database.js';
import { takePage } from './take-page.js';
import type { WriteQueue } from './write-queue.js';

interface OrderRow {
  id: bigint;
  pet_id: bigint;
  quantity: bigint;
  ship_date: string;
  complete: bigint;
}

/** Behind it is every order: their identifiers come from outside and may be any 64-bit integer. */
const BEFORE_ALL = -(2n ** 63n);

export function createOrderStore(database: SqliteDatabase, writes: WriteQueue): OrderStore {
  const list = database.prepare<[Int64, number], OrderRow>(
    'SELECT id, pet_id, quantity, ship_date, complete FROM orders WHERE id > ? ORDER BY id LIMIT ?',
  );
  const put = database.prepare<[Int64, Int64, number, string, number]>(
    `INSERT INTO orders (id, pet_id, quantity, ship_date, complete) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET pet_id = excluded.pet_id, quantity = excluded.quantity,
       ship_date = excluded.ship_date, complete = excluded.complete`,
  );
  return {
    async list({ after = BEFORE_ALL, limit }) {
      return takePage(list.all(after, limit + 1), limit, toOrder);
    },
    async put(orders) {
      await writes.run(() => {
        for (const { id, petId, quantity, shipDate, complete } of orders) {
          put.run(id, petId, quantity, shipDate, complete ? 1 : 0);
        }
      });
    },
  };
}

function toOrder(row: OrderRow): Order {
  return {
    id: toInt64(row.id),
    petId: toInt64(row.pet_id),
    quantity: Number(row.quantity),
    shipDate: row.ship_date,
    complete: row.complete === 1n,
  };
}
