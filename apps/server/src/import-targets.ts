// Import targets: which rows `pets import` and `orders import` take, and how they are stored.
import type { NewPet, Order } from '@animal-store/contract';
import { toImportTarget } from './import/target.js';
import type { Resources } from './tables.js';

export const importTargets = {
  pets: toImportTarget<Resources, NewPet>('animals', 'NewPet', ({ pets }, rows) =>
    Promise.all(rows.map((row) => pets.insert(row))),
  ),
  orders: toImportTarget<Resources, Order>('orders', 'Order', ({ orders }, rows) =>
    orders.put(rows),
  ),
};
