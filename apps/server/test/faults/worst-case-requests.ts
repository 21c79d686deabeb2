// Requests with as many and as long validation errors as their size allows.

import { document } from '@animal-store/contract';
import type { Random } from '../support/random.js';

const MAX_BODY_BYTES = document['x-max-body-bytes'];
/** Leaves space for the other headers. */
const MAX_QUERY_BYTES = 14_000;

export interface WorstCaseRequest {
  name: string;
  method: 'GET' | 'POST';
  target: string;
  headers?: readonly string[];
  body?: string;
}

/** Repeats `item` between `before` and `after` until the body has the maximum size. */
function filled(before: string, item: (index: number) => string, after: string): string {
  const items: string[] = [];
  let left = MAX_BODY_BYTES - Buffer.byteLength(before + after);
  for (let index = 0; ; index += 1) {
    const text = item(index);
    left -= Buffer.byteLength(text) + 1;
    if (left < 0) return `${before}${items.join(',')}${after}`;
    items.push(text);
  }
}

function filledQuery(pair: (index: number) => string): string {
  let text = '';
  for (let index = 0; ; index += 1) {
    const next = `${text}${text && '&'}${pair(index)}`;
    if (next.length > MAX_QUERY_BYTES) return text;
    text = next;
  }
}

const long = (size: number) => 'n'.repeat(size);
const nestedIn = (names: readonly string[], inner: string) =>
  names.reduceRight((json, name) => `{${JSON.stringify(name)}:${json}}`, inner);

const BODIES: readonly [name: string, body: string][] = [
  ['numbers out of range under a long name', filled(`{"${long(8190)}":[`, () => '1e400', ']}')],
  ['duplicate keys under a long name', filled(`{"${long(8000)}":{`, (n) => `"${n >> 1}":1`, '}}')],
  ['one key, duplicated', filled('{', () => '"name":1', '}')],
  ['duplicate keys', filled('{', (n) => `"k${n >> 1}":1`, '}')],
  ['unknown properties', filled('{', (n) => `"${n.toString(36)}":0`, '}')],
  ['unknown long properties', filled('{', (n) => `"${n}${long(500)}":0`, '}')],
  ['one unknown property', filled(`{"${long(16_000)}":0`, () => '"a":0', '}')],
  ['a name of slashes', `{"${'/'.repeat(16_000)}":0}`],
  ['names of slashes', filled('{', (n) => `"${'/'.repeat(400)}${n}":0`, '}')],
  ['names of tildes', filled('{', (n) => `"${'~'.repeat(400)}${n}":0`, '}')],
  ['names of control characters', filled('{', (n) => `"${'\\u0001'.repeat(100)}${n}":0`, '}')],
  ['names of lone surrogates', filled('{', (n) => `"${'\\ud800'.repeat(100)}${n}":0`, '}')],
  ['names of emoji', filled('{', (n) => `"${n}${'🐈'.repeat(150)}":0`, '}')],
  ['lone surrogates', filled('{"name":[', () => '"\\ud800"', '],"categoryId":1}')],
  ['numbers of many digits', filled('{"name":[', () => '9'.repeat(33), '],"categoryId":1}')],
  ['a number of very many digits', `{"name":"a","categoryId":${'9'.repeat(16_000)}}`],
  ['a fraction of very many digits', `{"name":"a","categoryId":1.${'0'.repeat(16_000)}1}`],
  ['exponents', filled('{"name":[', () => '1e-9999999', '],"categoryId":1}')],
  ['nested arrays', '['.repeat(8_000) + ']'.repeat(8_000)],
  ['nested objects', nestedIn(Array<string>(2_700).fill('a'), '1')],
  [
    'errors at the deepest level of long names',
    filled(
      `{${Array<string>(30)
        .fill(`"${long(250)}":{`)
        .join('')}"x":[`,
      () => '1e400',
      `]${'}'.repeat(31)}`,
    ),
  ],
  ['an array of objects', filled('[', () => '{"a":1e400,"a":1}', ']')],
  ['empty names', filled('{', () => '"":1', '}')],
  ['a name of the largest size', `{"name":"${long(16_000)}","categoryId":1}`],
  ['a status of the largest size', `{"name":"a","categoryId":1,"status":"${long(16_000)}"}`],
];

const QUERIES: readonly [name: string, filledQuery: string][] = [
  ['unknown parameters', filledQuery((n) => n.toString(36))],
  ['unknown long parameters', filledQuery((n) => `${n}${long(500)}=1`)],
  ['one unknown parameter', long(MAX_QUERY_BYTES)],
  ['one parameter, repeated', filledQuery(() => 'limit=1')],
  ['malformed percent-encoding', filledQuery((n) => `%zz${n}`)],
  ['escaped control characters', filledQuery((n) => `${'%01'.repeat(300)}${n}`)],
  ['escaped slashes', filledQuery((n) => `${'%2F'.repeat(300)}${n}`)],
  ['ampersands', '&'.repeat(MAX_QUERY_BYTES)],
  ['equal signs', '='.repeat(MAX_QUERY_BYTES)],
  ['a limit of many digits', `limit=${'9'.repeat(MAX_QUERY_BYTES)}`],
  ['a long cursor', `cursor=${'A'.repeat(MAX_QUERY_BYTES)}`],
];

export const WORST_CASE_REQUESTS: readonly WorstCaseRequest[] = [
  ...BODIES.map(([name, body]) => post(name, body)),
  ...QUERIES.map(([name, text]): WorstCaseRequest => get(name, text)),
  {
    ...post('a body and a query', BODIES[0]?.[1] ?? ''),
    target: `/v1/pets?${QUERIES[0]?.[1]}`,
  },
  {
    ...post('a header, repeated', '{}'),
    headers: Array<string>(500).fill('Idempotency-Key: a'),
  },
  { name: 'a long path', method: 'GET', target: `/v1/pets/${long(MAX_QUERY_BYTES)}` },
  { name: 'a path of escapes', method: 'GET', target: `/v1/pets/${'%zz'.repeat(4_000)}` },
  { name: 'a long unknown path', method: 'GET', target: `/v1/${long(MAX_QUERY_BYTES)}` },
];

/** A body with random kinds of errors, in random number, size, order and depth. */
export function randomWorstCaseBody({ between, pick }: Random): string {
  const name = () => {
    const unit = pick(['n', '/', '~', '\\u0001', '\\ud800', '🐈', '\\"']);
    return unit.repeat(pick([0, 1, 10, 250, between(1, 2_000)]));
  };
  const value = () =>
    pick([
      '1e400',
      '"\\ud800"',
      '{"a":1,"a":2}',
      '[]',
      `"${long(between(0, 300))}"`,
      '9'.repeat(40),
    ]);
  const depth = pick([0, 1, 2, 30, 31, 40]);
  const outer = Array.from({ length: depth }, () => `{"${name().slice(0, 300)}":`).filter((text) =>
    isJson(`${text}0}`),
  );
  const names = [name(), name(), name()];
  const isArray = between(1, 2) === 1;
  return filled(
    `${outer.join('')}${isArray ? '[' : '{'}`,
    (index) => (isArray ? value() : `"${pick([`${index}`, `${index}`, ...names])}":${value()}`),
    `${isArray ? ']' : '}'}${'}'.repeat(outer.length)}`,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function get(name: string, text: string): WorstCaseRequest {
  return { name, method: 'GET', target: `/v1/pets?${text}` };
}

function post(name: string, body: string): WorstCaseRequest {
  return { name, method: 'POST', target: '/v1/pets', body };
}
