// Edits of request parameters.
import { add, all, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const SCHEMAS = 'components schemas';
const TEXT = { type: 'string' };
const LIMIT = 'components parameters Limit';

export const PARAMETERS: EditCase[] = [
  {
    name: 'a higher maximum page size',
    edit: set(`${LIMIT} schema maximum`, 200),
    wire: 'minor',
    source: 'patch',
    says: /`maximum` changed from 100 to 200/,
  },
  {
    name: 'a lower maximum page size',
    edit: set(`${LIMIT} schema maximum`, 50),
    wire: 'major',
    source: 'patch',
    says: /limit .*<= 50/,
  },
  {
    name: 'a higher minimum page size',
    edit: set(`${LIMIT} schema minimum`, 2),
    wire: 'major',
    source: 'patch',
    says: />= 2/,
  },
  {
    name: 'another default',
    edit: set(`${LIMIT} schema default`, 10),
    wire: 'major',
    source: 'patch',
    says: /`default` changed from 20 to 10/,
  },
  {
    name: 'an added default',
    edit: set(`${SCHEMAS} PetStatus default`, 'available'),
    wire: 'major',
    source: 'patch',
    says: /`default`/,
  },
  {
    name: 'another type of parameter',
    edit: set(`${LIMIT} schema type`, 'string'),
    wire: 'major',
    source: 'major',
    says: /limit › schema: Type changed from 'integer' to 'string'/,
  },
  {
    name: 'a parameter removed',
    edit: remove(`${LIST} parameters 0`),
    wire: 'major',
    source: 'major',
    says: /`limit` query parameter was removed/,
  },
  {
    name: 'a parameter renamed',
    edit: set(`${LIMIT} name`, 'count'),
    wire: 'major',
    source: 'major',
    says: /`limit` query parameter was renamed to `count`/,
  },
  {
    name: 'a path parameter renamed',
    edit: all(
      rename('paths /pets/{petId}', '/pets/{id}'),
      set('paths /pets/{id} get parameters 0 name', 'id'),
    ),
    wire: 'none',
    source: 'major',
    says: /petId.*id/,
  },
  {
    name: 'an optional parameter',
    edit: add(`${LIST} parameters`, { name: 'q', in: 'query', schema: { type: 'string' } }),
    wire: 'minor',
    source: 'minor',
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
    wire: 'major',
    source: 'major',
    says: /Required `q`/,
  },
  {
    name: 'a parameter becomes required',
    edit: set(`${LIST} parameters 1 required`, true),
    wire: 'major',
    source: 'major',
    says: /`status` query parameter became required/,
  },
  {
    name: 'a parameter moves to a header',
    edit: set(`${LIST} parameters 1 in`, 'header'),
    wire: 'major',
    source: 'major',
    says: /now a header parameter/,
  },
  {
    name: 'a pattern for a parameter',
    edit: set('components parameters Cursor schema pattern', '^[a-z]+$'),
    wire: 'major',
    source: 'patch',
    says: /cursor › schema: `pattern` was set/,
  },
  {
    name: 'no Idempotency-Key',
    edit: remove(`${CREATE} parameters`),
    wire: 'major',
    source: 'major',
    says: /`Idempotency-Key` header parameter was removed/,
  },
  {
    name: 'a required parameter where there was no parameter',
    before: remove(`${LIST} parameters`),
    edit: set(`${LIST} parameters`, [
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ]),
    wire: 'major',
    source: 'major',
    says: /GET \/pets › q: Required/,
  },
  {
    name: 'an optional parameter for a whole path',
    edit: set('paths /pets/{petId} parameters', [
      { name: 'q', in: 'query', schema: { type: 'string' } },
    ]),
    wire: 'minor',
    source: 'minor',
    says: /^GET \/pets\/\{petId\} › q: added\.$/,
  },
  {
    name: 'enum values in another order',
    edit: set(`${SCHEMAS} PetStatus enum`, ['sold', 'pending', 'available']),
    wire: 'none',
    source: 'patch',
    says: /PetStatus: rewritten/,
    never: /accepted/,
  },
  {
    name: 'an unrelated type of parameter',
    edit: set('components parameters Cursor schema type', 'integer'),
    wire: 'major',
    source: 'major',
    says: /cursor › schema: Type changed from 'string' to 'integer'\.$/m,
    never: /widened|narrowed/,
  },
  {
    name: 'the second of two percent-encoded references removed',
    before: all(
      set('components parameters Before', { name: 'before', in: 'query', schema: TEXT }),
      set('components parameters After', { name: 'after', in: 'query', schema: TEXT }),
      set(`${LIST} parameters`, [
        { $ref: '#/components/parameters/%42efore' },
        { $ref: '#/components/parameters/%41fter' },
      ]),
    ),
    edit: remove(`${LIST} parameters 1`),
    wire: 'major',
    source: 'major',
    says: /after/,
  },
];
