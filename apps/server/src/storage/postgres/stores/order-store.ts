// Orders in PostgreSQL. Only the operator's command line adds them.

import { toPage } from '../../page.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../../rows.js';
import type { OrderStore } from '../../store.js';
import type { Queries } from '../database.js';

// The operator chooses the ids: the first may be the smallest int64, so no value of `after` precedes every id.
const LIST_FIRST = {
  name: 'list-first-orders',
  text: `SELECT ${ORDER_COLUMNS} FROM orders ORDER BY id LIMIT $1`,
};
const LIST_AFTER = {
  name: 'list-orders-after',
  text: `SELECT ${ORDER_COLUMNS} FROM orders WHERE id > $1 ORDER BY id LIMIT $2`,
};
const PUT = {
  name: 'put-orders',
  text: `INSERT INTO orders (${ORDER_COLUMNS})
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
    ON CONFLICT (id) DO UPDATE SET pet_id = excluded.pet_id, quantity = excluded.quantity,
      ship_date = excluded.ship_date, complete = excluded.complete`,
};

export function createOrderStore(database: Queries): OrderStore {
  return {
    async list({ after, limit }) {
      const rows =
        after === undefined
          ? await database.read<OrderRow>(LIST_FIRST, [limit + 1])
          : await database.read<OrderRow>(LIST_AFTER, [after, limit + 1]);
      return toPage(rows, limit, toOrder);
    },
    async put(orders) {
      // One statement may change a row only once. Of several orders with the same id, the last one counts.
      const last = [...new Map(orders.map((order) => [String(order.id), order])).values()];
      await database.write(PUT, [
        last.map(({ id }) => id),
        last.map(({ petId }) => petId),
        last.map(({ quantity }) => quantity),
        last.map(({ shipDate }) => shipDate),
        last.map(({ complete }) => (complete ? 1 : 0)),
      ]);
    },
  };
}
