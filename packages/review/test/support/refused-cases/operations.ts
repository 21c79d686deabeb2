// Refused: paths, parameters, bodies and responses of operations.
import { add, all, remove, rename, set } from '../edit-contract.js';
import { toCases } from './refused-case.js';

const LIST = 'paths /pets get';
const ADD = 'paths /pets post';
const GET = 'paths /pets/{petId} get';
const BODY = `${ADD} requestBody content`;
const LIMIT = 'components parameters Limit';
const STRING = { schema: { type: 'string' } };

/** A row for a media type of the request body. */
const body = (construct: string, mediaType: string) =>
  [
    construct,
    set(BODY, { [mediaType]: { schema: { $ref: '#/components/schemas/NewPet' } } }),
    `${BODY} ${mediaType}`,
    /media-types The media type .* is not supported: a body is JSON\. Use application\/json or/,
  ] as const;

/** A row for a header parameter that cannot be one. */
const header = (name: string, says: RegExp) =>
  [
    `the header parameter ${name}`,
    set(`${ADD} parameters 0 name`, name),
    `${ADD} parameters 0 name`,
    says,
  ] as const;

/** A row for a status of a response. */
const status = (from: string, to: string, says: RegExp) =>
  [
    `the status ${to}`,
    rename(`${LIST} responses ${from}`, to),
    `${LIST} responses ${to}`,
    says,
  ] as const;

/** A row for a style of a parameter. */
const style = (parameter: string, name: string) =>
  [
    `the style ${name}`,
    set(`${parameter} style`, name),
    `${parameter} style`,
    /parameter-styles The style .* is not supported\. Remove it: .*use a parameter for each/,
  ] as const;

export const OPERATION_CASES = toCases([
  [
    'a default of Idempotency-Key',
    set(`${ADD} parameters 0 schema default`, 'abc'),
    `${ADD} parameters 0 schema`,
    /idempotency-key A default of Idempotency-Key would make different requests share one key/,
  ],
  [
    'a response header that the server sets',
    set(`${LIST} responses 200 headers Vary`, { required: true, schema: { type: 'string' } }),
    `${LIST} responses 200 headers Vary`,
    /response-headers The header Vary is set by the server\. Remove it/,
  ],
  [
    'a nullable response header',
    set('components headers Allow schema', { type: ['string', 'null'] }),
    'components headers Allow schema',
    /response-headers A response header cannot be of type null/,
  ],
  body('a multipart body', 'multipart/form-data'),
  body('a form body', 'application/x-www-form-urlencoded'),
  body('a text body', 'text/plain'),
  body('an XML body', 'application/xml'),
  body('a body of any type', '*/*'),
  body('a media type with parameters', 'application/json;charset=utf-8'),
  [
    'two media types of a body',
    set(`${BODY} application/merge-patch+json`, {
      schema: { $ref: '#/components/schemas/NewPet' },
    }),
    `${BODY} application/merge-patch+json`,
    /media-types A body has one media type\. Remove application\/merge-patch\+json/,
  ],
  [
    'a body without a schema',
    set(BODY, { 'application/json': {} }),
    `${BODY} application/json`,
    /media-types .*must have a `schema`/,
  ],
  ['a body without a media type', set(BODY, {}), BODY, /media-types `content` is empty/],
  [
    'a reply that is not JSON',
    set(`${LIST} responses 200 content`, { 'text/csv': STRING }),
    `${LIST} responses 200 content text/csv`,
    /media-types The media type text\/csv is not supported/,
  ],
  [
    'two media types of a reply',
    set(`${LIST} responses 200 content application/hal+json`, STRING),
    `${LIST} responses 200 content application/hal+json`,
    /media-types A body has one media type/,
  ],
  [
    'encodings of a body',
    set(`${BODY} application/json encoding`, { name: { contentType: 'text/plain' } }),
    `${BODY} application/json encoding`,
    /refused-fields `encoding`/,
  ],
  [
    'a body of GET',
    set(`${LIST} requestBody`, { content: { 'application/json': STRING } }),
    `${LIST} requestBody`,
    /request-bodies A GET has no body: proxies drop it\. Use query parameters, or a POST/,
  ],
  [
    'a body of DELETE',
    all(
      rename(LIST, 'delete'),
      set('paths /pets delete requestBody', { content: { 'application/json': STRING } }),
    ),
    'paths /pets delete requestBody',
    /request-bodies A DELETE has no body/,
  ],
  status('200', '2XX', /response-statuses The status 2XX stands for several.*Declare each status/),
  status('500', '5XX', /response-statuses The status 5XX stands for several/),
  status('500', 'default', /response-statuses The status default stands for several/),
  status('400', '100', /response-statuses The status 100 is sent by HTTP itself/),
  status('400', '303', /response-statuses The status 303 .*Reply with 200/),
  status('400', '304', /response-statuses The status 304/),
  status('400', '600', /(?:response-statuses|struct) /),
  status('200', '204', /response-statuses A 204 response has no body: remove its `content`/),
  status('200', '205', /response-statuses A 205 response has no body/),
  [
    'an error with another body',
    set(`${LIST} responses 400`, {
      description: 'Invalid.',
      content: { 'application/json': STRING },
    }),
    `${LIST} responses 400`,
    /response-statuses The body of every error is #\/components\/schemas\/Error/,
  ],
  [
    'no successful response',
    remove(`${LIST} responses 200`),
    `${LIST} responses`,
    /operation-2xx-response/,
  ],
  [
    'a parameter in a cookie',
    set(`${LIMIT} in`, 'cookie'),
    `${LIMIT} in`,
    /supported-features A parameter must be in path, query, header/,
  ],
  [
    'a parameter with content',
    all(remove(`${LIMIT} schema`), set(`${LIMIT} content`, { 'application/json': STRING })),
    `${LIMIT} content`,
    /refused-fields `content` .*declare its type in `schema`/,
  ],
  style(LIMIT, 'deepObject'),
  style(LIMIT, 'spaceDelimited'),
  style(LIMIT, 'pipeDelimited'),
  style(`${GET} parameters 0`, 'matrix'),
  style(`${GET} parameters 0`, 'label'),
  [
    'explode of a path parameter',
    set(`${GET} parameters 0 explode`, true),
    `${GET} parameters 0 explode`,
    /parameter-styles `explode` has an effect only on a list in the query\. Remove it/,
  ],
  [
    'allowReserved',
    set(`${LIMIT} allowReserved`, true),
    `${LIMIT} allowReserved`,
    /refused-fields `allowReserved` .*remove it/,
  ],
  [
    'allowEmptyValue',
    set(`${LIMIT} allowEmptyValue`, true),
    `${LIMIT} allowEmptyValue`,
    /refused-fields `allowEmptyValue` .*`type: boolean`/,
  ],
  [
    'a query parameter with brackets',
    set(`${LIMIT} name`, 'page[size]'),
    `${LIMIT} name`,
    /parameter-names .*no brackets .*\(got "page\[size\]"\)/,
  ],
  [
    'a query parameter that no call can name',
    set(`${LIMIT} name`, '__proto__'),
    `${LIMIT} name`,
    /parameter-names A call of the SDK cannot name __proto__/,
  ],
  [
    'a path parameter with a plus sign',
    all(
      rename('paths /pets/{petId}', '/pets/{pet+id}'),
      set('paths /pets/{pet+id} get parameters 0 name', 'pet+id'),
    ),
    'paths /pets/{pet+id} get parameters 0 name',
    /parameter-names The name of a path parameter must have letters, digits/,
  ],
  header(
    'Authorization',
    /parameter-names The header Authorization is described by the contract elsewhere/,
  ),
  header('accept', /parameter-names The header accept /),
  header('Content-Type', /parameter-names The header Content-Type /),
  header('Content-Length', /parameter-names .*belongs to the connection/),
  header('Host', /parameter-names .*belongs to the connection/),
  header('Connection', /parameter-names .*belongs to the connection/),
  header('Cookie', /parameter-names .*cookies, which the service does not use/),
  header('Origin', /parameter-names .*set by the browser/),
  header('X-Request-Id', /parameter-names .*read by the server itself/),
  header('traceparent', /parameter-names .*read by the server itself/),
  header('X-Forwarded-For', /parameter-names .*read by the server itself/),
  header('X Tenant', /parameter-names The name of a header parameter must have letters, digits/),
  [
    'a header parameter twice',
    add(`${ADD} parameters`, {
      name: 'idempotency-key',
      in: 'header',
      description: 'A key.',
      ...STRING,
    }),
    `${ADD} parameters 1`,
    /parameter-names The header idempotency-key is declared twice/,
  ],
  [
    'Idempotency-Key in lower case',
    set(`${ADD} parameters 0 name`, 'idempotency-key'),
    `${ADD} parameters 0 name`,
    /idempotency-key Write Idempotency-Key: the SDK looks for this spelling/,
  ],
  [
    'Idempotency-Key of a GET',
    add(`${LIST} parameters`, {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A key.',
      ...STRING,
    }),
    `${LIST} parameters 3`,
    /idempotency-key .*no meaning for GET.*Remove it/,
  ],
  [
    'an object as a parameter',
    set(`${LIMIT} schema`, { type: 'object', properties: { a: { type: 'string' } } }),
    `${LIMIT} schema`,
    /parameter-types The parameter "limit" /,
  ],
  [
    'a list of lists as a parameter',
    set(`${LIMIT} schema`, {
      type: 'array',
      items: { type: 'array', items: { type: 'string' } },
    }),
    `${LIMIT} schema items`,
    /parameter-types The parameter "limit" /,
  ],
  [
    'a list in a path',
    set(`${GET} parameters 0 schema`, { type: 'array', items: { type: 'integer' } }),
    `${GET} parameters 0 schema`,
    /parameter-types The parameter "petId" /,
  ],
  [
    'a query parameter twice',
    add(`${LIST} parameters`, { $ref: `#/components/parameters/Limit` }),
    `${LIST} parameters 3`,
    /operation-parameters-unique/,
  ],
  [
    'a path parameter that is not required',
    set(`${GET} parameters 0 required`, false),
    `${GET} parameters 0 required`,
    /parameter-names .*path parameter is always required: write `required: true`/,
  ],
  [
    'a response header that HTTP owns',
    set(`${LIST} responses 200 headers Content-Length`, { schema: { type: 'integer' } }),
    `${LIST} responses 200 headers Content-Length`,
    /response-headers The header Content-Length belongs to the connection/,
  ],
  [
    'a cookie in a reply',
    set(`${LIST} responses 200 headers Set-Cookie`, STRING),
    `${LIST} responses 200 headers Set-Cookie`,
    /response-headers .*cookies/,
  ],
  [
    'a response header in two spellings',
    set(`${LIST} responses 200 headers x-request-id`, { required: true, ...STRING }),
    `${LIST} responses 200 headers x-request-id`,
    /response-headers .*declared twice, in upper and lower case/,
  ],
  [
    'a response header that is a list',
    set('components headers Allow schema', { type: 'array', items: { type: 'string' } }),
    'components headers Allow schema',
    /response-headers A response header cannot be of type array: it is one text/,
  ],
  [
    'a style of a response header',
    set('components headers Allow style', 'simple'),
    'components headers Allow style',
    /refused-fields `style`/,
  ],
  [
    'two paths that differ only in the name of a parameter',
    set('paths /pets/{id}', { get: { operationId: 'other', responses: {} } }),
    'paths /pets/{id}',
    /no-identical-paths/,
  ],
  [
    'a path with a slash at its end',
    rename('paths /store/orders', '/store/orders/'),
    'paths /store/orders/',
    /path-templates /,
  ],
  [
    'a path with a query',
    rename('paths /store/orders', '/store/orders?all=1'),
    'paths /store/orders?all=1',
    /path-templates The segment "orders\?all=1"/,
  ],
  [
    'a path with an encoded character',
    rename('paths /store/orders', '/store/b%C3%A4r'),
    'paths /store/b%C3%A4r',
    /path-templates .*no percent-encoding/,
  ],
  [
    'a path with dots',
    rename('paths /store/orders', '/store/../orders'),
    'paths /store/../orders',
    /path-templates The segment "\.\."/,
  ],
  [
    'a parameter that is a part of a segment',
    rename('paths /pets/{petId}', '/pets/{petId}.json'),
    'paths /pets/{petId}.json',
    /path-templates The segment "\{petId\}\.json"/,
  ],
  [
    'two paths with the same operations',
    set('paths /animals', { $ref: '#/paths/~1pets' }),
    'paths /animals',
    /path-templates \/animals has the operations of \/pets.*operationIds of their own/,
  ],
  [
    'an operation for TRACE',
    rename(LIST, 'trace'),
    'paths /pets trace',
    /supported-features The method `trace` is not supported/,
  ],
  [
    'a misspelt field',
    rename(`${LIST} summary`, 'sumary'),
    `${LIST} sumary`,
    /struct Property `sumary` is not expected here/,
  ],
]);
