// Random requests as bytes of a connection: with any framing of the body, and some of them invalid HTTP.
import { MAX_HEADERS_BYTES } from '@animal-store/engine/internal/connections/client-error';
import fc from 'fast-check';
import { oneIn, randomRequests, STORE_REQUESTS, weighted } from '../support/random-requests.js';

/** `refusable`: may be invalid HTTP. `endless`: the body is incomplete, so there is no response. */
type Framing = 'valid' | 'refusable' | 'endless';

export interface FuzzRequest {
  bytes: Buffer;
  method: string;
  /** Without the base path. Undefined for a path outside of it. */
  target: string | undefined;
  framing: Framing;
  /** Last on its connection: after an upgrade request, Node does not detect errors before a timeout. */
  isLast: boolean;
}

export interface FuzzKeys {
  unlimited: string;
  free: string;
}

interface Head {
  method: string;
  url: string;
  lines: string[];
}

interface FramedBody {
  lines: string[];
  body: Buffer;
  framing: Framing;
}

const from = (choices: readonly string[]) => fc.constantFrom(...choices);

const OTHER_PATHS = [
  ...['/', '/healthz', '/readyz', '/openapi.json', '/docs', '/docs/', '/docs/nope', '/%', '/%zz'],
  ...['/docs/..%2f..', '/v2/pets', '/V1/pets', '//v1/pets', '/v1pets', '/.env', '/healthz/'],
];
/** Headers of the connection, of a proxy, of other origins and of odd clients. */
const LINES = [
  ...['Accept: text/html', 'Accept-Encoding: br', 'Range: bytes=0-1', 'TE: trailers', 'Trailer: A'],
  ...['Content-Encoding: gzip', 'Content-Encoding: identity', 'Content-Type: text/plain'],
  ...['Expect: 100-continue', 'Expect: unknown', 'Connection: close', 'Connection: Upgrade', 'A:'],
  ...['Origin: null', 'Origin: https://a.example', 'Forwarded: for=_x;by="', 'Host: b.example'],
  ...['Access-Control-Request-Method: POST', 'X-HTTP-Method-Override: DELETE', 'Date: never'],
  ...['X-Request-Id: r-1', 'X-Request-Id: é', 'Idempotency-Key: ÿ\t"', 'X-Forwarded-For: , , '],
  ...["!#$%&'*+-.^_`|~: odd", '__proto__: x', 'constructor: x', `X-Long: ${'v'.repeat(7_000)}`],
];
const INVALID_LINES = [
  ...['no colon', ': no name', 'X-A : b', 'X-A: \0', 'X-A: \x1b[31m', 'X-A: \x7f'],
  ...['X-A: b\rX-B: c', 'X-A: b\r\n c', `X-Large: ${'a'.repeat(17_000)}`],
];
const METHODS = [
  ...['TRACE', 'PROPFIND', 'PURGE', 'get', 'FETCH', 'CONNECT', 'G\0T', 'ÄPFEL', 'GET\t', ''],
  'POST /x',
];
/** Text that would forge a line of the log or control a terminal, if it were logged as it is. */
const LOG_PAYLOADS = [
  ...['\r\n', '\n', '%0d%0a', '"}', '"}\r\nX: '].map(
    (text) => `${text}{"level":30,"requestId":"forged","msg":"request"}`,
  ),
  ...['\\', '\t', '\0', '\x7f', '\x1b[2J\x1b[31mred', '%1b[2J%1b]0;title%07', '\x9b31m'],
  ...['\xc2\x85\x85', '\xe2\x80\xa8\xe2\x80\xa9', '%E2%80%A8', '\xe2\x80\xae', '\xed\xa0\x80'],
  'x'.repeat(15_000),
];

/** Adds lines that frame the body, usually correctly. */
const framed = weighted<(body: Buffer) => FramedBody>(
  [75, fc.constant((body) => frame([`Content-Length: ${body.length}`], body))],
  [
    17,
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), from(['', ';name=value']))
      .map((how) => (body) => frame(['Transfer-Encoding: chunked'], chunk(body, ...how))),
  ],
  [
    2,
    fc
      .integer({ min: 1, max: 1_000 })
      .map((more) => (body) => frame([`Content-Length: ${body.length + more}`], body, 'endless')),
  ],
  [
    2,
    fc.tuple(from(['gzip, chunked', 'chunked']), from(['zz\r\n', '-1\r\n', '2\r\n{"a'])).map(
      ([coding, start]) =>
        (body) =>
          frame([`Transfer-Encoding: ${coding}`], `${start}${body}`, 'refusable'),
    ),
  ],
  [
    4,
    from([
      'Content-Length: 3',
      'Content-Length: -1',
      'Content-Length: 2\r\nContent-Length: 5',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
      'X-No-Length: 1',
      // a server waits for the rest of a body that is shorter
    ]).map((line) => (body) => frame([line], body.length < 3 ? '{"a' : body, 'refusable')),
  ],
);

function frame(lines: string[], body: string | Uint8Array, framing: Framing = 'valid'): FramedBody {
  return { lines, body: Buffer.from(body), framing };
}

function chunk(content: Buffer, count: number, extension: string): Buffer {
  const size = Math.max(1, Math.ceil(content.length / count));
  const parts: Buffer[] = [];
  for (let start = 0; start < content.length; start += size) {
    const part = content.subarray(start, start + size);
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part);
    parts.push(Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Changes of a head that may make it invalid, or that forge lines in the log or repeat a key there. */
function corruptions(key: string): fc.Arbitrary<(head: Head) => Head> {
  const payload = from([...LOG_PAYLOADS, key, key.replaceAll('_', '%5f')]);
  const addLine =
    (line: string) =>
    (head: Head): Head => ({ ...head, lines: [...head.lines, line] });
  return fc.oneof(
    from([...METHODS, key]).map((method) => (head: Head) => ({ ...head, method })),
    payload.map((text) => (head: Head) => ({ ...head, url: `${head.url}${text}` })),
    from(['pets', '*', 'http://', '']).map((url) => (head: Head) => ({ ...head, url })),
    // served, with the path that the URL parser normalizes
    fc.constant((head: Head) => ({ ...head, url: `http://a.example${head.url}` })),
    fc.constant((head: Head) => ({ ...head, lines: head.lines.slice(1) })),
    from(INVALID_LINES).map(addLine),
    fc
      .tuple(from(['X-Request-Id: ', 'X-Forwarded-For: 192.0.2.1', 'Authorization: ']), payload)
      .map((both) => addLine(both.join(''))),
  );
}

/** Credentials, mostly valid. */
function credentials({ unlimited, free }: FuzzKeys): fc.Arbitrary<string[]> {
  const valid = `Authorization: Bearer ${unlimited}`;
  const wrong = from([
    `${valid.slice(0, -1)}!`,
    `Authorization: Basic ${unlimited}`,
    'Authorization: Bearer as_live_0000000000000000000000000000000Mbkns',
    `Authorization: Bearer ${'x'.repeat(4_000)}`,
    'Authorization: bearer',
    `Authorization:\tBEARER   ${unlimited} `,
  ]);
  return weighted(
    [92, fc.constant([valid])],
    [3, fc.constant([`Authorization: Bearer ${free}`])],
    [1, fc.constant([])],
    [1, fc.constant([valid, valid])],
    [3, wrong.map((line) => [line])],
  );
}

export function fuzzRequests(keys: FuzzKeys): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      sent: randomRequests(STORE_REQUESTS),
      otherPath: oneIn(20, from(OTHER_PATHS), fc.constant(undefined)),
      host: oneIn(40, from(['', 'h'.repeat(300)]), fc.constant('localhost')),
      credentials: credentials(keys),
      lines: fc.array(from(LINES), { maxLength: 4 }),
      frame: framed,
      corrupt: oneIn(20, fc.option(corruptions(keys.unlimited)), fc.constant(null)),
      isUpgrade: oneIn(50, fc.constant(true), fc.constant(false)),
    })
    .map(({ sent, otherPath, host, credentials: sentKeys, lines: others, ...how }) => {
      const headers = sent.headers.map((header) => header.join(': '));
      const lines = [`Host: ${host}`, ...sentKeys, ...headers, ...others];
      let body: Buffer = Buffer.alloc(0);
      let framing: Framing = 'valid';
      if (sent.body !== undefined) {
        const content = how.frame(Buffer.from(sent.body));
        lines.push(...content.lines);
        ({ body, framing } = content);
      }
      const isLast = how.isUpgrade && how.corrupt === null && framing === 'valid';
      if (isLast) lines.push('Connection: Upgrade', 'Upgrade: h2c');
      const whole = { method: sent.method, url: otherPath ?? `/v1${sent.target}`, lines };
      const head = how.corrupt?.(whole) ?? whole;
      const text = `${head.method} ${head.url} HTTP/1.1\r\n${head.lines.join('\r\n')}\r\n\r\n`;
      const isRefusable =
        how.corrupt !== null ||
        others.some((line) => line.startsWith('Host')) ||
        text.length > MAX_HEADERS_BYTES - 100;
      if (isRefusable && framing === 'valid') framing = 'refusable';
      const bytes = Buffer.concat([Buffer.from(text, 'latin1'), body]);
      const target = otherPath === undefined ? sent.target : undefined;
      return { bytes, method: head.method, target, framing, isLast };
    });
}
