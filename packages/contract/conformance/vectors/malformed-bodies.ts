// Vectors of malformed bodies: invalid JSON or UTF-8, other types, duplicate names, lone surrogates, and nesting.
import { invalidBody, NOTHING_STORED, withName } from '../requests.js';
import { type Vector, vector } from '../vector.js';

const PET = '"name":"a","categoryId":1';
/** Of which an even number of double quotes would make JSON. */
const NOT_JSON = [
  ...['{', '{"name":}', 'name', "{'name':'a'}", '{"a":1,}', ' ', ' \r\n', `{${PET}`, '{"name":"Ha'],
  ...[`{${PET}}}`, `{${PET}}{${PET}}`, `{${PET}}\n{${PET}}`, '{"name":"a" "categoryId":1}'],
  ...['{"name" "a","categoryId":1}', `{name:"a"}`, `{${PET}}// comment`, `{${PET}/**/}`],
  ...['NaN', '-Infinity', 'undefined', 'True', '0x1', '01', '+1', '.5', '1.', '1_000', '1n'].map(
    (number) => `{"name":"a","categoryId":${number}}`,
  ),
  ...['\n', '\t', '\0', '\\x41', '\\u00'].map((text) => `{"name":"a${text}b","categoryId":1}`),
  ...[`{${PET}}\0`, `\u00a0{${PET}}`, `\ufeff{${PET}}`, 'name=a&categoryId=1', 'name: a\n'],
  ...['<pet><name>a</name></pet>', `)]}',\n{${PET}}`, '['.repeat(8000), `${'{"a":'.repeat(2700)}`],
];
const NOT_UTF8 = [
  ...[[0xe9], [0xff], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]],
  [0x1f, 0x8b],
];
const LONE_SURROGATES = ['d800', 'dbff', 'dc00', 'dfff', 'dc00b', 'de00\\ud83d'];
const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

export const malformedBodies: readonly Vector[] = [
  vector(
    'when a body is not JSON, then the request is refused',
    ...NOT_JSON.map((text) => invalidBody(text, 'body  malformed is not valid JSON')),
    NOTHING_STORED,
  ),
  vector(
    'when a body is not UTF-8, then the request is refused',
    ...NOT_UTF8.map((bytes) =>
      invalidBody(new Uint8Array([0x22, ...bytes, 0x22]), 'body  malformed is not valid UTF-8'),
    ),
    invalidBody(
      new Uint8Array([...`{${PET}}`].flatMap((letter) => [letter.charCodeAt(0), 0])),
      'body  malformed',
    ),
  ),
  vector(
    'when a body is JSON but no object, then the request is refused',
    ...['[]', `[{${PET}}]`, 'null', 'true', '"a"', '""', '0', '9007199254740993'].map((text) =>
      invalidBody(text, 'body  type must be of type object'),
    ),
    NOTHING_STORED,
  ),
  vector(
    'when a name occurs twice in a body, then it is named',
    ...[
      ...[`{${PET},"name":"b"}`, `{"name":"a",${PET}}`, `{"name":"a","name":"b",${PET}}`],
      ...[`{"na\\u006de":"a",${PET}}`, `{${PET},"name":7}`, `{"name":7,${PET}}`],
      ...[`{"name":[${2n ** 60n}],${PET}}`, `{"name":{"__proto__":{"at":${2n ** 60n}}},${PET}}`],
    ].map((text) => invalidBody(text, 'body /name duplicate is given more than once')),
    invalidBody(`{${PET},${PET}}`, 'body /name duplicate', 'body /categoryId duplicate'),
    invalidBody(`{"__proto__":1,"__proto__":1,${PET}}`, 'body /__proto__ duplicate'),
    withName('{"first":"a","first":"b"}', 'body /name/first duplicate', 'body /name type'),
    NOTHING_STORED,
  ),
  vector(
    'when a text has a lone surrogate, then the request is refused',
    ...LONE_SURROGATES.map((text) => withName(`"a\\u${text}"`, 'body /name malformed')),
    invalidBody(`{"\\ud800":1,${PET}}`, 'body /\ufffd malformed'),
    NOTHING_STORED,
  ),
  vector(
    'when a body is nested too deeply, then the request is refused',
    ...[33, 34, 1000, 8000].map((levels) =>
      invalidBody(
        arrays(levels),
        `body ${'/0'.repeat(32)} max_depth is nested deeper than 32 levels`,
      ),
    ),
    withName(objects(31), 'body /name type'),
    ...[32, 2700].map((levels) =>
      withName(objects(levels), `body /name${'/a'.repeat(31)} max_depth`),
    ),
  ),
];
