// Values for random requests: paths, queries, methods, headers and media types.
import { pageSizesOf } from '../support/contract-values.js';

const { maxLimit, defaultLimit } = pageSizesOf('listPets');

/** Numbers, text and escapes that parsers often get wrong. All are valid in a URL. */
export const VALUES = [
  ...['', '0', '1', '2', '7'],
  ...[defaultLimit, maxLimit, maxLimit + 1].map(String),
  ...['-1', '+5', '%2B5', '5.0', '1e1', '0x10', '%205'],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...[
    '1'.repeat(300),
    'NaN',
    'Infinity',
    'null',
    'true',
    'undefined',
    '%00',
    '%zz',
    '%',
    '%e',
    '%ff',
  ],
  ...['%F0%9F%92%A9', '%ED%A0%80', '%C0%AF', '%E2%80%A8', '%0D%0AX-Injected:%201', '%1b[31m', '..'],
  ...['../..', '%2e%2e%2f', '/', '//', '%2F', '\\', '__proto__', 'constructor', 'a'.repeat(2000)],
  ...[
    'available',
    'pending',
    'sold',
    'Available',
    'available,sold',
    '[]',
    '{}',
    "'--",
    '*',
    '=',
    ';',
  ],
  ...['MjA.qQiiLvIUAlxgu4udCJBO8w', 'MjA', '.', '<script>', '"', '`', '|', '^', '%u0041', '&'],
] as const;

export const NAMES = [
  'limit',
  'status',
  'cursor',
  'limit[]',
  'limit[gte]',
  'Limit',
  '__proto__',
  'q',
  '',
] as const;

export const PATHS = [
  ...['/pets', '/pets', '/pets', '/pets', '/store/orders', '/store/orders', '/pets/1', '/pets/3'],
  ...['', '/', '/Pets', '/pets/', '//pets', '/pets//1', '/pets/1/', '/pets/1/2', '/store', '/nope'],
  ...['/pets.json', '/pets;a=b', '/pet%73', '/%70ets', '/pets/%2E%2E', '/docs', '/openapi.json'],
] as const;

export const OTHER_PATHS = [
  ...[
    '/',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/nope',
    '/docs/..%2f..',
  ],
  ...['/v2/pets', '/V1/pets', '//v1/pets', '/v1pets', '/.env', '/healthz/', '/%', '/%00'],
] as const;

export const METHODS = [
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LOCK',
] as const;
export const INVALID_METHODS = [
  'get',
  'FETCH',
  'CONNECT',
  'GET\t',
  'G\0T',
  '',
  'ÄPFEL',
  'POST /x',
] as const;

export const HEADERS = [
  ...[
    'Accept: text/html',
    'Accept: */*;q=0',
    'Accept-Encoding: br',
    'Range: bytes=0-1',
    'TE: trailers',
  ],
  ...['Content-Encoding: gzip', 'Content-Encoding: identity', 'If-None-Match: *', 'Cookie: a=b; c'],
  ...['Expect: 100-continue', 'Expect: unknown', 'Connection: close', 'X-: ', 'A:'],
  ...['Connection: Upgrade', 'Origin: null', 'Origin: https://a.example', 'Forwarded: for=_x;by="'],
  ...['Access-Control-Request-Method: POST', 'X-HTTP-Method-Override: DELETE', 'Host: b.example'],
  ...[
    'X-Request-Id: r-1',

    'X-Request-Id: é',
    `X-Long: ${'v'.repeat(7000)}`,
  ],
  ...[
    'Idempotency-Key: ',
    `Idempotency-Key: ${'k'.repeat(300)}`,
    'Idempotency-Key: ÿ\t"',
    'Date: never',
  ],
  ...[
    "!#$%&'*+-.^_`|~: odd",
    '__proto__: x',
    'constructor: x',
    'X-Forwarded-For: , ,',
    'Trailer: A',
  ],
] as const;

export const INVALID_LINES = [
  'no colon',
  ': no name',
  'X-A : b',
  'X-A: \0',
  'X-A: b\rX-B: c',
  'X-A: b\r\n c',
  'X-A: \x1b[31m',
  'X-A: \x7f',
] as const;

export const CONTENT_TYPES = [
  ...[
    '',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json; charset=latin1',
  ],
  ...[
    'text/plain',
    'application/json, text/html',
    'application/vnd.api+json',
    'multipart/form-data',
  ],
  ...['application/x-www-form-urlencoded', '*/*', 'application/', 'é', ';', 'application/json;;'],
] as const;
