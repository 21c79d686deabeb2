// Vectors of invalid bodies: the place and the code of each validation error.
import { MAX_BODY_BYTES, MAX_DETAILS, MAX_NAME, MAX_POINTER, STATUSES } from '../limits.js';
import {
  invalid,
  invalidBody,
  invalidGet,
  JSON_TYPE,
  LONG,
  NOTHING_STORED,
  POST,
  withName,
} from '../requests.js';
import { type Vector, vector } from '../vector.js';

const withCategory = (json: string, ...details: string[]) =>
  invalidBody(`{"name":"a","categoryId":${json}}`, ...details);
const withStatus = (json: string, ...details: string[]) =>
  invalidBody(`{"name":"a","categoryId":1,"status":${json}}`, ...details);

const PET = '"name":"a","categoryId":1';
/** Each would be an integer if it was rounded to a number of 64 bits. */
const ROUNDED = [
  ...['1e20', '-1e20', '1e400', '-1e400', '9007199254740993.0', '9007199254740993e0'],
  ...['9223372036854775807.0', '9223372036854775807.5', '9007199254740991.2', '1e-400'],
  ...['4503599627370497.000000001', '1.00000000000000000001', '0.99999999999999999999'],
  ...['-1.00000000000000000001', '10000000000000000000001e-22', LONG, `0.${'0'.repeat(1000)}1`],
];
const CONTROLS = ['\0', '\t', '\n', '\r', '\u001b', '\u007f', '\u0080', '\u0085', '\u009f'];
const many = (item: (index: number) => string, separator = ',') =>
  Array.from({ length: 100 }, (_, index) => item(index)).join(separator);
const listed = (item: (index: number) => string, from = 0) =>
  Array.from({ length: MAX_DETAILS - from }, (_, index) => item(index));

export const invalidBodies: readonly Vector[] = [
  vector(
    'when required properties are missing, then each is named',
    invalidBody('{}', 'body /name required', 'body /categoryId required'),
  ),
  vector(
    'when JSON is sent to an operation without a body, then the body is named',
    ...['{}', '{"name":"a"}', '[]', 'null'].map((text) =>
      invalid({ path: '/pets', headers: JSON_TYPE, body: text }, 'body  unknown'),
    ),
    invalid(
      { path: '/pets?limit=0', headers: JSON_TYPE, body: '{}' },
      'query /limit minimum',
      'body  unknown',
    ),
    { ...NOTHING_STORED, request: { path: '/pets', headers: JSON_TYPE, body: '' } },
  ),
  vector(
    'when a property is not in the contract, then it is named',
    ...['1', 'null'].map((id) => invalidBody(`{"id":${id},${PET}}`, 'body /id unknown')),
    invalidBody(
      '{"Name":"a","categoryId":1}',
      'body /name required is required',
      'body /Name unknown is not a known property',
    ),
    ...[
      ...[' /', '/ /~1', 'a/b~c /a~1b~0c', '~1 /~01', '😀 /😀', 'name/first /name~1first'],
      `${'a'.repeat(5000)} /${'a'.repeat(MAX_POINTER - 2)}…`,
    ].map((pair) => {
      const [name, path] = pair.split(' ');
      return invalidBody(`{"${name}":1,${PET}}`, `body ${path} unknown`);
    }),
    NOTHING_STORED,
  ),
  vector(
    'when a property has a name of Object.prototype, then it is unknown like any other',
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'].flatMap(
      (name) =>
        ['1', 'null', '{"status":"sold"}', '{"prototype":{"status":"sold"}}'].map((value) =>
          invalidBody(`{"${name}":${value},${PET}}`, `body /${name} unknown`),
        ),
    ),
    invalidBody(
      `{"__proto__":{${PET}}}`,
      'body /name required',
      'body /categoryId required',
      'body /__proto__ unknown',
    ),
    NOTHING_STORED,
  ),
  vector(
    'when values have other types, then each is named',
    invalidBody('{"name":1,"categoryId":"1"}', 'body /name type', 'body /categoryId type'),
    invalidBody('{"name":null,"categoryId":1.5}', 'body /name type', 'body /categoryId type'),
    ...['5', '["a"]', '{"first":"a"}'].map((name) => withName(name, 'body /name type')),
    ...['null', '"1"', 'true'].map((id) => withCategory(id, 'body /categoryId type')),
    ...['null', '["sold"]'].map((status) => withStatus(status, 'body /status type')),
    NOTHING_STORED,
  ),
  vector(
    'when every property has an error, then each is named',
    invalidBody(
      '{"name":"","name":"","categoryId":9223372036854775808,"status":"lost","id":1,"a/b~":2}',
      'body /name duplicate is given more than once',
      'body /id unknown is not a known property',
      'body /a~1b~0 unknown is not a known property',
      `body /status enum must be one of ${STATUSES.join(', ')}`,
      'body /categoryId format must be a 64-bit integer in decimal digits',
    ),
    NOTHING_STORED,
  ),
  vector(
    'when a name breaks its bounds, then the code tells which',
    withName('""', 'body /name min_length'),
    withName(`"${'😀'.repeat(MAX_NAME + 1)}"`, 'body /name max_length'),
    ...CONTROLS.flatMap((control) =>
      ['', 'a'].map((before) =>
        withName(JSON.stringify(`${before}${control}b`), 'body /name pattern'),
      ),
    ),
    withName('"Hambone\\n"', 'body /name pattern'),
    NOTHING_STORED,
  ),
  vector(
    'when a status is not in the contract, then the request is refused',
    ...['""', '"SOLD"', '"lost"', '"sold "'].map((status) =>
      withStatus(status, 'body /status enum'),
    ),
    ...['', 'Sold', 'SOLD', 'sold%20', 'sold,pending', 'lost', 'null', 'undefined', '%00'].map(
      (status) => invalidGet(`/pets?status=${status}`, 'query /status enum'),
    ),
  ),
  vector(
    'when an integer has more than 64 bits, then the request is refused',
    ...['9223372036854775808', '-9223372036854775809', LONG].flatMap((id) => [
      withCategory(id, 'body /categoryId format'),
      ...[id, id.replace(/(?=9)/, '0'.repeat(40))].map((text) =>
        invalidGet(
          `/pets/${text}`,
          'path /petId format must be a 64-bit integer in decimal digits',
        ),
      ),
    ]),
  ),
  vector(
    'when a number is no exact integer, then the request is refused instead of rounding it',
    ...ROUNDED.map((number) => withCategory(number, 'body /categoryId format')),
    ...['1.5', '0.5'].map((number) => withCategory(number, 'body /categoryId type')),
    NOTHING_STORED,
  ),
  vector(
    'when a body has more errors than a reply lists, then the list is cut off',
    invalidBody(
      `{${many((index) => `"p${index}":0`)},${PET}}`,
      ...listed((index) => `body /p${index} unknown`),
    ),
    withName(`[${many(() => '1e400')}]`, ...listed((index) => `body /name/${index} format`)),
    invalidBody(
      `{${many((index) => `"k${index}":1,"k${index}":1`)},${PET}}`,
      ...listed((index) => `body /k${index} duplicate`),
    ),
    invalid(
      { method: 'POST', path: `/pets?${many((index) => `q${index}`, '&')}`, json: {} },
      ...listed((index) => `query /q${index} unknown`),
    ),
    invalid(
      {
        method: 'POST',
        path: '/pets?a&b',
        headers: JSON_TYPE,
        body: `{"x":1e400,${many((index) => `"p${index}":1`)},${PET}}`,
      },
      'body /x format',
      'query /a unknown',
      'query /b unknown',
      ...listed((index) => `body /p${index} unknown`, 4),
    ),
  ),
  vector(
    'when parameters and the body are invalid, then the parameters are named first',
    invalid(
      { method: 'POST', path: '/pets?x=1', json: { name: '', categoryId: 1 } },
      'query /x unknown',
      'body /name min_length',
    ),
    NOTHING_STORED,
  ),
  vector(
    'when a body has a media type and no content, then the request is refused',
    invalidBody('', 'body  required is required'),
  ),
  vector(
    'when a body has the maximum size in bytes, then it is accepted, and with one more it is not',
    ...['a', 'é'.repeat(MAX_NAME)].flatMap((name) =>
      [MAX_BODY_BYTES - 1, MAX_BODY_BYTES, MAX_BODY_BYTES + 1].map((bytes) => ({
        request: {
          ...POST,
          headers: JSON_TYPE,
          body: `{"name":"${name}","categoryId":1}`.padEnd(bytes - (name === 'a' ? 0 : MAX_NAME)),
        },
        reply: { status: bytes > MAX_BODY_BYTES ? 413 : 201 },
      })),
    ),
  ),
];
