// JSON schemas of the requests and responses of both servers on Fastify.
import { STATUSES } from './queries.js';

const status = { type: 'string', enum: STATUSES };
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

export const animal = object(['id', 'name', 'categoryId'], {
  id: { type: 'integer' },
  name: { type: 'string' },
  categoryId: { type: 'integer' },
  status,
});

/** @param integer Of a category's id. @param rules For the name, besides its length. */
export function newAnimal(integer: object, rules: object = {}) {
  const name = { type: 'string', minLength: 1, maxLength: 255, ...rules };
  return object(['name', 'categoryId'], { name, categoryId: integer, status });
}

export function listQuery(limit: object, cursor: object) {
  return object([], { limit, status, cursor });
}
