// JSON schemas of the requests and responses. `int64` is a keyword of its own.

import { STATUSES } from '../fastify/animals.js';
import { LIMIT_PATTERN, NAME_PATTERN } from './store.js';

const int64 = { int64: true };
const properties = {
  name: { type: 'string', minLength: 1, maxLength: 255, pattern: NAME_PATTERN },
  categoryId: int64,
  status: { type: 'string', enum: STATUSES },
};
export const newAnimal = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties,
};
export const animal = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: { type: 'string' },
  },
};
/** Query parameters are text: a pattern is stricter than a conversion to a number. */
export const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'string', pattern: LIMIT_PATTERN },
    status: properties.status,
    cursor: { type: 'string' },
  },
};
