// JSON schemas of Fastify's requests and responses.
import { STATUSES } from './animals.js';

const status = { type: 'string', enum: STATUSES };
export const newAnimal = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    categoryId: { type: 'integer' },
    status,
  },
};
export const animal = {
  ...newAnimal,
  required: ['id', 'name', 'categoryId'],
  properties: { id: { type: 'integer' }, ...newAnimal.properties },
};
export const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    status,
    cursor: { type: 'integer' },
  },
};
export const byId = {
  type: 'object',
  required: ['petId'],
  properties: { petId: { type: 'integer' } },
};
