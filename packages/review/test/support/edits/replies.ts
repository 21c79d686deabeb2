// Owns the edits of replies: bodies, headers, statuses, error codes.

import { add, all, remove, rename, set } from '../edit.js';
import type { Case } from './case.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const GET = 'paths /pets/{petId} get';
const SCHEMAS = 'components schemas';

export const REPLIES: Case[] = [
  {
    name: 'an availability more',
    edit: add(`${SCHEMAS} PetStatus enum`, 'lost'),
    level: 'major',
    says: /gained values: 'lost'/,
  },
  {
    name: 'an availability less',
    edit: remove(`${SCHEMAS} PetStatus enum 2`),
    level: 'major',
    says: /lost values: 'sold'/,
  },
  {
    name: 'a reply property may be absent',
    edit: set(`${SCHEMAS} Pet required`, ['name', 'categoryId']),
    level: 'major',
    says: /no longer required: `id`/,
  },
  {
    name: 'a reply property is always there',
    edit: set(`${SCHEMAS} Pet required`, ['id', 'name', 'categoryId', 'status']),
    level: 'minor',
    says: /`required` changed/,
  },
  {
    name: 'a reply property removed',
    edit: remove(`${SCHEMAS} Pet properties status`),
    level: 'major',
    says: /`status` of `Pet` was removed/,
  },
  {
    name: 'a reply property more',
    edit: set(`${SCHEMAS} Pet properties colour`, { type: 'string' }),
    level: 'minor',
    says: /colour: added/,
  },
  {
    name: 'a reply property may be null',
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
    name: 'a page of other things',
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
    name: 'a status more',
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
    name: 'a header more',
    edit: set(`${LIST} responses 200 headers ETag`, { schema: { type: 'string' } }),
    level: 'minor',
    says: /ETag: added/,
  },
  {
    name: 'an error code more',
    edit: add(`${SCHEMAS} ErrorCode enum`, 'gone'),
    level: 'minor',
    says: /`gone` was added/,
  },
  {
    name: 'an error code less',
    edit: remove(`${SCHEMAS} ErrorCode enum 9`),
    level: 'major',
    says: /`key_banned` was removed/,
  },
  {
    name: 'another part of a request in details',
    edit: add(`${SCHEMAS} ErrorDetail properties in enum`, 'cookie'),
    level: 'major',
    says: /'cookie'/,
  },
  {
    name: 'a reply property called security removed',
    before: set(`${SCHEMAS} Pet properties security`, { type: 'string' }),
    edit: remove(`${SCHEMAS} Pet properties security`),
    level: 'major',
    says: /`security` of `Pet` was removed/,
  },
  {
    name: 'a reply of any shape',
    edit: remove(`${LIST} responses 200 content application/json schema`),
    level: 'major',
    says: /responses › 200 › content › application\/json › schema: removed/,
  },
  {
    name: 'a reply without names by pattern',
    before: set(`${SCHEMAS} Pet patternProperties`, { '^x': { type: 'string' } }),
    edit: remove(`${SCHEMAS} Pet patternProperties`),
    level: 'major',
    says: /patternProperties: removed/,
  },
  {
    name: 'a reply that names no links any more',
    before: set(`${LIST} responses 200 links`, { one: { operationId: 'getPet' } }),
    edit: remove(`${LIST} responses 200 links`),
    level: 'patch',
    says: /links: removed/,
  },
  {
    name: 'a keyword that nobody here knows',
    edit: set(`${SCHEMAS} Pet minContains`, 1),
    level: 'major',
    says: /minContains/,
  },
  {
    name: 'another shape of a 405',
    edit: set('components responses MethodNotAllowed content application/json schema', {
      type: 'string',
    }),
    level: 'major',
    says: /MethodNotAllowed.*`type` changed from "object" to "string"/,
  },
  {
    name: 'no shape of a 405',
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
    name: 'a reply integer of 64 bits from now on',
    before: set(`${SCHEMAS} Pet properties age`, { type: 'integer' }),
    edit: set(`${SCHEMAS} Pet properties age format`, 'int64'),
    level: 'major',
    says: /`format` added: "int64"/,
    why: /number \| bigint/,
  },
  {
    name: 'what is always there, in another order',
    edit: set(`${SCHEMAS} Pet required`, ['name', 'id', 'categoryId']),
    level: 'patch',
    says: /`required` changed/,
    why: /order/,
  },
];
