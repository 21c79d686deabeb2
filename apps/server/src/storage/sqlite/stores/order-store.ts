// Orders in SQLite. Only the operator's command line adds them.
import type { Int64 } from '@animal-store/contract';
import { toPage } from '../../page.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../../rows.js';
import type { OrderStore } from '../../store.js';
import type { Connection } from '../connection.js';

export function createOrderStore({ database, read, write }: Connection): OrderStore {
  // The operator chooses the ids: the first may be the smallest int64, so no value of `after` precedes every id.
  const listFirst = database.prepare<[number], OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM orders ORDER BY id LIMIT ?`,
  );
  const listAfter = database.prepare<[Int64, number], OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const put = database.prepare<[Int64, Int64, number, string, number]>(
    `INSERT INTO orders (${ORDER_COLUMNS}) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET pet_id = excluded.pet_id, quantity = excluded.quantity,
       ship_date = excluded.ship_date, complete = excluded.complete`,
  );
  return {
    async list({ after, limit }) {
      const rows = read(() =>
        after === undefined ? listFirst.all(limit + 1) : listAfter.all(after, limit + 1),
      );
      return toPage(rows, limit, toOrder);
    },
    async put(orders) {
      await write(() => {
        for (const { id, petId, quantity, shipDate, complete } of orders) {
          put.run(id, petId, quantity, shipDate, complete ? 1 : 0);
        }
      });
    },
  };
}
