// Requests that create, update and delete, their replies, and a contract of several files.
import { CAT, DOG } from './body-requests.js';
import { echoed, type Row, refused } from './http-case.js';

const ACCOUNT = '{"name":"a","password":"correct horse"}';
const CREATED = '{"id":9007199254740993,"name":"a","createdAt":"2026-11-20T10:00:00Z"}';
const DOGS = '{"id":1,"name":"Dogs"}';
const CATS = '{"id":1,"name":"Cats","description":"All cats."}';
const ONCE = 'Idempotency-Key: once';

export const STORED_REQUESTS = {
  'readOnly, writeOnly': [
    ['POST /growth/accounts', ACCOUNT, 201, { text: CREATED }],
    [
      'POST /growth/accounts',
      '{"name":"a","password":"correct horse","address":{"city":"Ulm","door":"1"}}',
      201,
      { text: CREATED.replace('}', ',"address":{"city":"Ulm","zone":"north"}}') },
    ],
    ['POST /growth/accounts', '{"name":"a"}', 400, { errors: ['/password required'] }],
    [
      'POST /growth/accounts',
      '{"name":"a","password":"correct horse","id":null,"createdAt":1,"address":{"city":"Ulm","zone":"a"}}',
      400,
      {
        errors: [
          '/address/zone invalid is read-only',
          '/createdAt invalid is read-only',
          '/id invalid is read-only',
        ],
      },
    ],
  ],
  '204, several statuses, response headers': [
    [
      'DELETE /growth/accounts/1',
      undefined,
      204,
      { text: '', headers: { 'content-type': null, 'content-length': null } },
    ],
    ['DELETE /growth/accounts/0x10', undefined, 400, { errors: ['/accountId type'] }],
    [
      'POST /growth/accounts',
      ACCOUNT,
      201,
      {
        headers: {
          'content-type': 'application/json',
          location: '/v1/growth/accounts/9007199254740993',
          'x-account-version': '1',
        },
      },
    ],
    [
      'POST /growth/accounts',
      ACCOUNT.replace('"a"', '"later"'),
      202,
      {
        text: '{"state":"queued"}',
        headers: { 'content-type': 'application/vnd.animal-store.job+json', location: null },
      },
    ],
  ],
  // The schemas of all bodies above are in another file.
  '$ref into other files': [
    echoed('shelter', `{"animals":[${CAT},${DOG}],"boss":null,"guest":${CAT}}`),
    refused('shelter', '{"animals":[{"kind":"dog"}],"byName":{"a/b":{"kind":"cow"}},"boss":{}}', [
      '/animals/0/trainedBy required',
      '/boss/kind required',
      '/byName/a~1b/kind enum',
    ]),
    refused('composed', '{"name":""}', ['/name min_length']), // of a schema in openapi.yaml
  ],
  'Idempotency-Key': [
    [
      'POST /categories',
      '{"name":"Dogs"}',
      201,
      { text: DOGS, headers: { 'idempotency-replayed': null } },
      ONCE,
    ],
    ...[ONCE, 'Idempotency-Key: "once"'].map(
      (line): Row => [
        'POST /categories',
        ' { "name": "Dogs" } ',
        201,
        { text: DOGS, headers: { 'idempotency-replayed': 'true' } },
        line,
      ],
    ),
    ['POST /categories', '{"name":"Cats"}', 422, {}, ONCE],
    ['POST /pets', '{"name":"Dogs","categoryId":1}', 422, {}, ONCE], // another operation
    [
      'POST /categories',
      '{"name":"Dogs"}',
      400,
      { errors: ['/Idempotency-Key'] },
      'Idempotency-Key:',
    ],
    ['GET /categories', undefined, 200, { text: `[${DOGS}]` }],
  ],
  'update, delete': [
    ['GET /categories/1', undefined, 200, { text: DOGS }],
    ['PUT /categories/1', '{"name":"Cats","description":"All cats."}', 200, { text: CATS }],
    ['GET /categories/1', undefined, 200, { text: CATS }],
    ['GET /categories', undefined, 200, { text: `[${CATS}]` }],
    ['PUT /categories/1', '{"name":"Cats","id":1}', 400, { errors: ['/id invalid is read-only'] }],
    ['PUT /categories/1', '{"name":null}', 400, { errors: ['/name type'] }],
    ['PUT /categories/2', '{"name":"Cats"}', 404, {}],
    [
      'PUT /categories/9223372036854775808',
      '{"name":"Cats"}',
      400,
      { errors: ['/categoryId format'] },
    ],
    ['PUT /categories/1', '{"name":"Dogs"}', 200, { text: DOGS }], // removes the description
    ['DELETE /categories/1', undefined, 204, { text: '' }],
    ['GET /categories/1', undefined, 404, {}],
    ['GET /categories', undefined, 200, { text: '[]' }],
    ['DELETE /categories/1', undefined, 404, {}],
    [
      'POST /categories',
      '{"name":"Dogs"}',
      201,
      { text: DOGS, headers: { 'idempotency-replayed': 'true' } },
      ONCE,
    ],
    ['GET /categories/1', undefined, 404, {}],
    ['POST /categories', '{"name":"Fish"}', 201, { text: '{"id":2,"name":"Fish"}' }], // a new id
  ],
} satisfies Record<string, readonly Row[]>;
