// Edits of request parameters.
import { add, all, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const SCHEMAS = 'components schemas';
const LIMIT = 'components parameters Limit';

export const PARAMETERS: EditCase[] = [
  {
    name: 'a higher maximum page size',
    edit: set(`${LIMIT} schema maximum`, 200),
    level: 'minor',
    says: /`maximum` changed from 100 to 200/,
  },
  {
    name: 'a lower maximum page size',
    edit: set(`${LIMIT} schema maximum`, 50),
    level: 'major',
    says: /limit .*<= 50/,
  },
  {
    name: 'a higher minimum page size',
    edit: set(`${LIMIT} schema minimum`, 2),
    level: 'major',
    says: />= 2/,
  },
  {
    name: 'another default',
    edit: set(`${LIMIT} schema default`, 10),
    level: 'major',
    says: /`default` changed from 20 to 10/,
  },
  {
    name: 'an added default',
    edit: set(`${SCHEMAS} PetStatus default`, 'available'),
    level: 'major',
    says: /`default`/,
  },
  {
    name: 'another type of parameter',
    edit: set(`${LIMIT} schema type`, 'string'),
    level: 'major',
    says: /limit › schema: Type changed from 'integer' to 'string'/,
  },
  {
    name: 'a parameter removed',
    edit: remove(`${LIST} parameters 0`),
    level: 'major',
    says: /`limit` query parameter was removed/,
  },
  {
    name: 'a parameter renamed',
    edit: set(`${LIMIT} name`, 'count'),
    level: 'major',
    says: /`limit` query parameter was renamed to `count`/,
  },
  {
    name: 'a path parameter renamed',
    edit: all(
      rename('paths /pets/{petId}', '/pets/{id}'),
      set('paths /pets/{id} get parameters 0 name', 'id'),
    ),
    level: 'major',
    says: /petId.*id/,
  },
  {
    name: 'an optional parameter',
    edit: add(`${LIST} parameters`, { name: 'q', in: 'query', schema: { type: 'string' } }),
    level: 'minor',
    says: /q: added/,
  },
  {
    name: 'a required parameter',
    edit: add(`${LIST} parameters`, {
      name: 'q',
      in: 'query',
      required: true,
      schema: { type: 'string' },
    }),
    level: 'major',
    says: /Required `q`/,
  },
  {
    name: 'a parameter becomes required',
    edit: set(`${LIST} parameters 1 required`, true),
    level: 'major',
    says: /`status` query parameter became required/,
  },
  {
    name: 'a parameter moves to a header',
    edit: set(`${LIST} parameters 1 in`, 'header'),
    level: 'major',
    says: /now a header parameter/,
  },
  {
    name: 'a pattern for a parameter',
    edit: set('components parameters Cursor schema pattern', '^[a-z]+$'),
    level: 'major',
    says: /cursor › schema: `pattern` was set/,
  },
  {
    name: 'no Idempotency-Key',
    edit: remove(`${CREATE} parameters`),
    level: 'major',
    says: /parameters were removed/,
  },
  {
    name: 'a required parameter where there was no parameter',
    before: remove(`${LIST} parameters`),
    edit: set(`${LIST} parameters`, [
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ]),
    level: 'major',
    says: /GET \/pets › parameters.*: (?:added|Required)/,
  },
  {
    name: 'an optional parameter for a whole path',
    edit: set('paths /pets/{petId} parameters', [
      { name: 'q', in: 'query', schema: { type: 'string' } },
    ]),
    level: 'minor',
    says: /^\/pets\/\{petId\} › parameters: added\.$/,
  },
  {
    name: 'enum values in another order',
    edit: set(`${SCHEMAS} PetStatus enum`, ['sold', 'pending', 'available']),
    level: 'patch',
    says: /`enum` changed/,
    why: /order/,
    never: /accepted/,
  },
  {
    name: 'an unrelated type of parameter',
    edit: set('components parameters Cursor schema type', 'integer'),
    level: 'major',
    says: /cursor › schema: Type changed from 'string' to 'integer'\.$/m,
    never: /widened|narrowed/,
  },
];
