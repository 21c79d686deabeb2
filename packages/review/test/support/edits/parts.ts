// Parts of a contract that several tables of edits start from.
import { add, all, type Edit, set } from '../edit-contract.js';

export const SCHEMAS = 'components schemas';
/** The schema of the body of createPet. */
export const BODY = 'paths /pets post requestBody content application/json schema';
/** The schema of its response. */
export const REPLY = 'paths /pets post responses 201 content application/json schema';

/** The parameter that `withParameter` adds. */
export const PARAMETER = 'paths /pets get parameters 3';

/** Adds a parameter to listPets, by default the query parameter `tags`. */
export const withParameter = (schema: object, rest: object = {}): Edit =>
  add('paths /pets get parameters', { name: 'tags', in: 'query', schema, ...rest });

export const strings = (rest: object = {}) => ({
  type: 'array',
  items: { type: 'string' },
  ...rest,
});

const variant = (kind: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: kind } },
});
/** Schemas that a constant tells apart. */
export const VARIANTS = [variant('cat'), variant('dog')];
/** A schema besides those of `composed`. */
export const BIRD = { $ref: '#/components/schemas/Bird' };

export const branches = (...names: string[]) =>
  names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Replaces a schema by a composition of the schemas Cat and Dog. */
export const composed = (place: string, keyword: string, rest: object = {}): Edit =>
  all(
    set(`${SCHEMAS} Cat`, variant('cat')),
    set(`${SCHEMAS} Dog`, variant('dog')),
    set(`${SCHEMAS} Bird`, variant('bird')),
    set(place, { [keyword]: branches('Cat', 'Dog'), ...rest }),
  );
