// Makes requests that range from valid to absurd, the same ones for the same seed.
import { MAX_HEADERS_BYTES } from '../../src/http/client-error.js';
import type { Random } from '../slow/rate-limit/quota-histories.js';
import { pageSizesOf } from '../support/contract-values.js';
import { randomBody } from './fuzz-bodies.js';

export interface FuzzRequest {
  bytes: Buffer;
  method: string;
  /** Below the base path; undefined for one beside it. */
  target: string | undefined;
  /** `refusable`: it need not pass for HTTP. `endless`: its body never comes whole, so no reply is due. */
  framing: 'sound' | 'refusable' | 'endless';
  /** Nothing may follow on its connection: after an offer to upgrade, Node sees no fault before a time-out. */
  isLast: boolean;
}

export interface FuzzKeys {
  roomy: string;
  free: string;
}

const BASE_PATH = '/v1';
const { maxLimit, defaultLimit } = pageSizesOf('listPets');

/** What has troubled parsers of numbers, text and escapes; all of it may stand in a URL. */
const VALUES = [
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

const NAMES = [
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

const PATHS = [
  ...['/pets', '/pets', '/pets', '/pets', '/store/orders', '/store/orders', '/pets/1', '/pets/3'],
  ...['', '/', '/Pets', '/pets/', '//pets', '/pets//1', '/pets/1/', '/pets/1/2', '/store', '/nope'],
  ...['/pets.json', '/pets;a=b', '/pet%73', '/%70ets', '/pets/%2E%2E', '/docs', '/openapi.json'],
] as const;

const OTHER_PATHS = [
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

const METHODS = [
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
const NO_METHODS = ['get', 'FETCH', 'CONNECT', 'GET\t', 'G\0T', '', 'ÄPFEL', 'POST /x'] as const;

const HEADERS = [
  ...[
    'Accept: text/html',
    'Accept: */*;q=0',
    'Accept-Encoding: br',
    'Range: bytes=0-1',
    'TE: trailers',
  ],
  ...['Content-Encoding: gzip', 'Content-Encoding: identity', 'If-None-Match: *', 'Cookie: a=b; c'],
  ...['Expect: 100-continue', 'Expect: miracles', 'Connection: close', 'X-: ', 'A:'],
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

const BROKEN_LINES = [
  'no colon',
  ': no name',
  'X-A : b',
  'X-A: \0',
  'X-A: b\rX-B: c',
  'X-A: b\r\n c',
  'X-A: \x1b[31m',
  'X-A: \x7f',
] as const;

const CONTENT_TYPES = [
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

export function randomRequest(random: Random, keys: FuzzKeys): FuzzRequest {
  const { pick, between } = random;
  const oneIn = (count: number) => between(1, count) === 1;
  let framing: FuzzRequest['framing'] = 'sound';

  let method: string = pick(['GET', 'GET', 'GET', 'POST', 'POST', pick(METHODS)]);
  const [path, target] = oneIn(20) ? randomOtherPath() : randomPath();
  let url = path;
  const lines = oneIn(40) ? [`Host: ${'h'.repeat(between(0, 300))}`] : ['Host: localhost'];
  lines.push(...credentials());
  for (let count = pick([0, 0, 1, 2, between(0, 12)]); count > 0; count -= 1) {
    const line = oneIn(10) ? `X-${between(1, 1e9)}: ${between(1, 1e9)}` : pick(HEADERS);
    if (line.startsWith('Host')) framing = 'refusable';
    lines.push(line);
  }
  if (oneIn(8)) lines.push(`Idempotency-Key: idem-${between(1, 400)}`);

  let body: Buffer = Buffer.alloc(0);
  if (method === 'POST' ? !oneIn(20) : oneIn(12)) {
    body = randomBody(random);
    const type = oneIn(8) ? pick(CONTENT_TYPES) : 'application/json';
    lines.push(`Content-Type: ${type}`);
    if (oneIn(60)) lines.push('Content-Type: text/plain');
    frame();
  }
  if (oneIn(40)) {
    if (framing === 'sound') framing = 'refusable';
    breakHead();
  }
  const isLast = framing === 'sound' && oneIn(50);
  if (isLast) lines.push('Connection: Upgrade', 'Upgrade: h2c');
  const head = `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  if (head.length > MAX_HEADERS_BYTES - 100 && framing === 'sound') framing = 'refusable';
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]),
    method,
    target,
    framing,
    isLast,
  };

  function randomPath(): [url: string, target: string] {
    const isPlain = method === 'POST' ? !oneIn(4) : oneIn(3);
    if (isPlain) return [`${BASE_PATH}/pets`, '/pets'];
    const known = oneIn(3) ? `/pets/${pick(VALUES)}` : pick(PATHS);
    const asked = oneIn(2) ? `${known}?${randomQuery()}` : known;
    return [`${BASE_PATH}${asked}`, asked];
  }

  function randomOtherPath(): [url: string, target: undefined] {
    return [oneIn(3) ? `/${pick(VALUES)}` : pick(OTHER_PATHS), undefined];
  }

  function randomQuery(): string {
    const pairs = Array.from({ length: pick([1, 1, 2, between(0, 8)]) }, () => {
      if (oneIn(2))
        return pick(['limit=1', `limit=${defaultLimit}`, 'status=sold', 'status=pending']);
      const name = oneIn(4) ? pick(VALUES) : pick(NAMES);
      return oneIn(10) ? name : `${name}=${pick(VALUES)}`;
    });
    return pairs.join('&');
  }

  function credentials(): string[] {
    const roomy = `Authorization: Bearer ${keys.roomy}`;
    const kind = between(1, 100);
    if (kind <= 92) return [roomy];
    if (kind <= 95) return [`Authorization: Bearer ${keys.free}`];
    if (kind <= 96) return [];
    if (kind <= 97) return [roomy, roomy];
    const wrong = [
      `Authorization: Bearer ${keys.roomy.slice(0, -1)}!`,
      `Authorization: Basic ${keys.roomy}`,
      'Authorization: Bearer as_live_0000000000000000000000000000000Mbkns',
      `Authorization: Bearer ${'x'.repeat(between(0, 4000))}`,
      'Authorization: bearer',
      `Authorization:\tBEARER   ${keys.roomy} `,
    ] as const;
    return [pick(wrong)];
  }

  /** Says where the body ends: mostly the truth. */
  function frame(): void {
    const kind = between(1, 100);
    if (kind <= 75) lines.push(`Content-Length: ${body.length}`);
    else if (kind <= 92) {
      lines.push('Transfer-Encoding: chunked');
      body = chunk(body);
    } else if (kind <= 94) {
      lines.push(`Content-Length: ${body.length + between(1, 1000)}`);
      framing = 'endless';
    } else if (kind <= 96) {
      framing = 'refusable';
      lines.push(pick(['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked']));
      body = Buffer.concat([Buffer.from(pick(['zz\r\n', '-1\r\n', '2\r\n{"a'])), body]);
    } else {
      framing = 'refusable';
      lines.push(
        pick([
          `Content-Length: ${Math.floor(body.length / 2)}`,
          `Content-Length: ${body.length}\r\nContent-Length: ${between(0, 9)}`,
          `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
          'Content-Length: -1',
          'X-No-Length: 1',
        ]),
      );
    }
  }

  function chunk(whole: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let start = 0; start < whole.length; ) {
      const part = whole.subarray(start, start + between(1, Math.max(1, whole.length)));
      const extension = oneIn(10) ? ';name=value' : '';
      parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part);
      parts.push(Buffer.from('\r\n'));
      start += part.length;
    }
    return Buffer.concat([
      ...parts,
      Buffer.from(oneIn(20) ? '0\r\nX-Last: 1\r\n\r\n' : '0\r\n\r\n'),
    ]);
  }

  function breakHead(): void {
    const kind = between(1, 6);
    if (kind === 1) method = pick(NO_METHODS);
    else if (kind === 2)
      url = pick(['pets', `${url} x`, `${url}#x`, '*', 'http://', `\x80${url}`, '']);
    else if (kind === 3) lines.push(`X-Large: ${'a'.repeat(17_000)}`);
    else if (kind === 4) lines.splice(0, 1);
    else if (kind === 5) lines.push(pick(BROKEN_LINES));
    else url = `http://a.example${url}`; // served, but under a path that URL has put in order
  }
}
