// Edits of media types, statuses and headers of responses.
import { add, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const GET = 'paths /pets/{petId} get';
const CREATE = 'paths /pets post';
const ITEM = 'paths /pets/{petId}';

const DELETE = set(`${ITEM} delete`, {
  operationId: 'deletePet',
  responses: { 204: { description: 'Gone.' } },
});
const patchBody = (mediaType: string) =>
  set(`${ITEM} patch`, {
    operationId: 'updatePet',
    requestBody: {
      required: true,
      content: { [mediaType]: { schema: { type: 'object' } } },
    },
    responses: { 204: { description: 'Changed.' } },
  });

export const MESSAGES: EditCase[] = [
  {
    name: 'a merge patch instead of JSON',
    before: patchBody('application/json'),
    edit: rename(
      `${ITEM} patch requestBody content application/json`,
      'application/merge-patch+json',
    ),
    wire: 'major',
    source: 'major',
    says: /`application\/json`.*`application\/merge-patch\+json`/,
  },
  {
    name: 'a merge patch besides JSON',
    before: patchBody('application/json'),
    edit: set(`${ITEM} patch requestBody content application/merge-patch+json`, {
      schema: { type: 'object' },
    }),
    wire: 'minor',
    source: 'minor',
    says: /merge-patch\+json: added/,
  },
  {
    name: 'an array of bodies',
    edit: set(`${CREATE} requestBody content application/json schema`, {
      type: 'array',
      items: { $ref: '#/components/schemas/NewPet' },
    }),
    wire: 'major',
    source: 'major',
    says: /'object' to 'array'/,
  },
  {
    name: 'items of an array body of another type',
    before: set(`${CREATE} requestBody content application/json schema`, {
      type: 'array',
      items: { type: 'string' },
    }),
    edit: set(`${CREATE} requestBody content application/json schema items type`, 'integer'),
    wire: 'major',
    source: 'major',
    says: /'string' to 'integer'/,
  },
  {
    name: 'a deletion that answers with a body',
    before: DELETE,
    edit: set(`${ITEM} delete responses`, {
      200: {
        description: 'Gone.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    }),
    wire: 'major',
    source: 'major',
    says: /`204`/,
  },
  {
    name: 'a second success status',
    edit: set(`${CREATE} responses 202`, { description: 'Later.' }),
    wire: 'major',
    source: 'major',
    says: /202: added/,
    why: /success/,
  },
  {
    name: 'a success status removed',
    before: set(`${CREATE} responses 202`, { description: 'Later.' }),
    edit: remove(`${CREATE} responses 202`),
    wire: 'major',
    source: 'major',
    says: /`202` was removed/,
  },
  {
    name: 'all other success statuses',
    edit: set(`${CREATE} responses 2XX`, { description: 'Fine.' }),
    wire: 'major',
    source: 'major',
    says: /2XX: added/,
  },
  {
    name: 'a default response',
    edit: set(`${CREATE} responses default`, { $ref: '#/components/responses/InternalError' }),
    wire: 'major',
    source: 'major',
    says: /default: added/,
  },
  {
    name: 'a body of a response removed',
    edit: remove(`${CREATE} responses 201 content`),
    wire: 'major',
    source: 'major',
    says: /content|media types/,
  },
  {
    name: 'a body of a response that had none',
    before: DELETE,
    edit: set(`${ITEM} delete responses 204 content`, {
      'application/json': { schema: { type: 'object' } },
    }),
    wire: 'minor',
    source: 'minor',
    says: /content: added/,
  },
  {
    name: 'a required response header',
    edit: set(`${GET} responses 200 headers ETag`, { required: true, schema: { type: 'string' } }),
    wire: 'minor',
    source: 'minor',
    says: /ETag: added/,
  },
  {
    name: 'a response header is always there',
    before: set(`${GET} responses 200 headers ETag`, { schema: { type: 'string' } }),
    edit: set(`${GET} responses 200 headers ETag required`, true),
    wire: 'minor',
    source: 'minor',
    says: /`required` added/,
  },
  {
    name: 'a response header may be absent',
    before: set(`${GET} responses 200 headers ETag`, {
      required: true,
      schema: { type: 'string' },
    }),
    edit: set(`${GET} responses 200 headers ETag required`, false),
    wire: 'major',
    source: 'major',
    says: /`required`/,
  },
  {
    name: 'a required response header removed',
    edit: remove(`${GET} responses 200 headers X-Request-Id`),
    wire: 'major',
    source: 'major',
    says: /X-Request-Id/,
  },
  {
    name: 'all response headers removed',
    before: set(`${ITEM} delete`, {
      operationId: 'deletePet',
      responses: {
        204: { description: 'Gone.', headers: { ETag: { schema: { type: 'string' } } } },
      },
    }),
    edit: remove(`${ITEM} delete responses 204 headers`),
    wire: 'minor',
    source: 'major',
    says: /headers/,
  },
  {
    name: 'a response header from a wider enum',
    before: set(`${GET} responses 200 headers ETag`, { schema: { type: 'string', enum: ['a'] } }),
    edit: add(`${GET} responses 200 headers ETag schema enum`, 'b'),
    wire: 'major',
    source: 'major',
    says: /gained values: 'b'/,
  },
];
