// The table of handlers: one for each operationId of the contract. A missing handler does not compile.
import { createPet } from './create-pet.js';
import { getPet } from './get-pet.js';
import type { Handlers } from './handler.js';
import { listOrders } from './list-orders.js';
import { listPets } from './list-pets.js';

export const handlers = {
  listPets,
  createPet,
  getPet,
  listOrders,
} satisfies Handlers;
