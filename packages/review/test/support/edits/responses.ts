// Edits of responses: bodies, headers, statuses, error codes.
import { add, all, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const GET = 'paths /pets/{petId} get';
const SCHEMAS = 'components schemas';

const DETAIL_CODES = all(
  set(`${SCHEMAS} ErrorDetailCode`, { type: 'string', enum: ['required', 'type'] }),
  set(`${SCHEMAS} ErrorDetail properties code`, { $ref: '#/components/schemas/ErrorDetailCode' }),
);

export const RESPONSES: EditCase[] = [
  {
    name: 'an added enum value',
    edit: add(`${SCHEMAS} PetStatus enum`, 'lost'),
    level: 'major',
    says: /gained values: 'lost'/,
  },
  {
    name: 'a removed enum value',
    edit: remove(`${SCHEMAS} PetStatus enum 2`),
    level: 'major',
    says: /lost values: 'sold'/,
  },
  {
    name: 'a response property may be absent',
    edit: set(`${SCHEMAS} Pet required`, ['name', 'categoryId']),
    level: 'major',
    says: /no longer required: `id`/,
  },
  {
    name: 'a response property is always there',
    edit: set(`${SCHEMAS} Pet required`, ['id', 'name', 'categoryId', 'status']),
    level: 'minor',
    says: /`required` changed/,
  },
  {
    name: 'a response property removed',
    edit: remove(`${SCHEMAS} Pet properties status`),
    level: 'major',
    says: /`status` of `Pet` was removed/,
  },
  {
    name: 'an added response property',
    edit: set(`${SCHEMAS} Pet properties colour`, { type: 'string' }),
    level: 'minor',
    says: /colour: added/,
  },
  {
    name: 'a response property may be null',
    edit: set(`${SCHEMAS} Pet properties name`, { type: ['string', 'null'] }),
    level: 'major',
    says: /Type of `name` widened from 'string' to 'string \| null'/,
  },
  {
    name: 'a page becomes an object',
    edit: set(`${SCHEMAS} Pets type`, 'object'),
    level: 'major',
    says: /Type of `Pets` changed from 'array' to 'object'/,
  },
  {
    name: 'a page of another schema',
    edit: set(`${SCHEMAS} Pets items $ref`, '#/components/schemas/Order'),
    level: 'major',
    says: /GET \/pets /,
  },
  {
    name: 'a status outside 400 to 599',
    edit: set(`${SCHEMAS} Error properties status minimum`, 300),
    level: 'major',
    says: />= 300/,
  },
  {
    name: 'another status on success',
    edit: rename(`${CREATE} responses 201`, '200'),
    level: 'major',
    says: /Response `201` became `200`/,
  },
  {
    name: 'a status removed',
    edit: remove(`${GET} responses 404`),
    level: 'major',
    says: /Response `404` was removed/,
  },
  {
    name: 'an added status',
    edit: set(`${GET} responses 410`, { $ref: '#/components/responses/NotFound' }),
    level: 'minor',
    says: /410: added/,
  },
  {
    name: 'a header removed',
    edit: remove(`${LIST} responses 200 headers Link`),
    level: 'major',
    says: /`Link` was removed/,
  },
  {
    name: 'a header that may be absent',
    edit: remove('components headers X-RateLimit-Reset required'),
    level: 'major',
    says: /`required` removed/,
  },
  {
    name: 'a header of another type',
    edit: set('components headers Retry-After schema', { type: 'string' }),
    level: 'major',
    says: /Retry-After › schema: Type changed from 'integer' to 'string'/,
  },
  {
    name: 'an added header',
    edit: set(`${LIST} responses 200 headers ETag`, { schema: { type: 'string' } }),
    level: 'minor',
    says: /ETag: added/,
  },
  {
    name: 'an added error code',
    edit: add(`${SCHEMAS} ErrorCode enum`, 'gone'),
    level: 'minor',
    says: /`gone` was added/,
  },
  {
    name: 'a removed error code',
    edit: remove(`${SCHEMAS} ErrorCode enum 9`),
    level: 'major',
    says: /`key_banned` was removed/,
  },
  {
    name: 'an added error detail code',
    before: DETAIL_CODES,
    edit: add(`${SCHEMAS} ErrorDetailCode enum`, 'format'),
    level: 'minor',
    says: /error detail code `format` was added/,
  },
  {
    name: 'a removed error detail code',
    before: DETAIL_CODES,
    edit: remove(`${SCHEMAS} ErrorDetailCode enum 0`),
    level: 'major',
    says: /error detail code `required` was removed/,
  },
  {
    name: 'an added request location in error details',
    edit: add(`${SCHEMAS} ErrorDetail properties in enum`, 'cookie'),
    level: 'major',
    says: /'cookie'/,
  },
  {
    name: 'a response property called security removed',
    before: set(`${SCHEMAS} Pet properties security`, { type: 'string' }),
    edit: remove(`${SCHEMAS} Pet properties security`),
    level: 'major',
    says: /`security` of `Pet` was removed/,
  },
  {
    name: 'a response without a schema',
    edit: remove(`${LIST} responses 200 content application/json schema`),
    level: 'major',
    says: /responses › 200 › content › application\/json › schema: removed/,
  },
  {
    name: 'patternProperties of a response removed',
    before: set(`${SCHEMAS} Pet patternProperties`, { '^x': { type: 'string' } }),
    edit: remove(`${SCHEMAS} Pet patternProperties`),
    level: 'major',
    says: /patternProperties: removed/,
  },
  {
    name: 'response links removed',
    before: set(`${LIST} responses 200 links`, { one: { operationId: 'getPet' } }),
    edit: remove(`${LIST} responses 200 links`),
    level: 'patch',
    says: /links: removed/,
  },
  {
    name: 'an unknown keyword',
    edit: set(`${SCHEMAS} Pet minContains`, 1),
    level: 'major',
    says: /minContains/,
  },
  {
    name: 'another schema of the 405 response',
    edit: set('components responses MethodNotAllowed content application/json schema', {
      type: 'string',
    }),
    level: 'major',
    says: /MethodNotAllowed.*`type` changed from "object" to "string"/,
  },
  {
    name: 'the 405 response removed',
    edit: remove('components responses MethodNotAllowed'),
    level: 'major',
    says: /MethodNotAllowed: removed/,
  },
  {
    name: 'error codes in another order',
    edit: all(
      remove(`${SCHEMAS} ErrorCode enum 0`),
      add(`${SCHEMAS} ErrorCode enum`, 'invalid_request'),
    ),
    level: 'patch',
    says: /`enum` changed/,
  },
  {
    name: 'a response integer becomes int64',
    before: set(`${SCHEMAS} Pet properties age`, { type: 'integer' }),
    edit: set(`${SCHEMAS} Pet properties age format`, 'int64'),
    level: 'major',
    says: /`format` added: "int64"/,
    why: /number \| bigint/,
  },
  {
    name: 'required properties in another order',
    edit: set(`${SCHEMAS} Pet required`, ['name', 'id', 'categoryId']),
    level: 'patch',
    says: /`required` changed/,
    why: /order/,
  },
];
