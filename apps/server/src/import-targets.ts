// Import targets: which rows `pets import` and `orders import` take, and how they are stored.
import type { NewPet, Order } from '@animal-store/contract';
import type { Resources } from './tables.js';

export const importTargets = {
  pets: {
    noun: 'animals',
    schema: 'NewPet',
    write: ({ pets }: Resources, rows: readonly NewPet[]) =>
      Promise.all(rows.map((row) => pets.insert(row))),
  },
  orders: {
    noun: 'orders',
    schema: 'Order',
    write: ({ orders }: Resources, rows: readonly Order[]) => orders.put(rows),
  },
};
