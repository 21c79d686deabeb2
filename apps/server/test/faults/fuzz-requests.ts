// Random requests, from valid to invalid HTTP, some of which have as many and as long errors as fit.
import { limits } from '@animal-store/contract/conformance';
import fc from 'fast-check';
import { MAX_HEADERS_BYTES } from '../../src/http/client-error.js';
import { bodies, weighted } from '../support/random-bodies.js';
import {
  CONTENT_TYPES,
  HEADERS,
  INVALID_LINES,
  INVALID_METHODS,
  LOG_PAYLOADS,
  METHODS,
  NAMES,
  OTHER_PATHS,
  PATHS,
  VALUES,
} from '../support/random-values.js';

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

const { MAX_BODY_BYTES } = limits;
/** Leaves space for the other headers. */
const MAX_URL_BYTES = 14_000;

const from = (choices: readonly string[]) => fc.constantFrom(...choices);
const oneIn = <T>(count: number, rare: fc.Arbitrary<T>, usual: fc.Arbitrary<T>) =>
  weighted([1, rare], [count - 1, usual]);
const value = from(VALUES);

/** As many items as fit. */
function filled(size: number, separator: string, item: (index: number) => string): string {
  const items = [item(0)];
  let left = size - Buffer.byteLength(items.join());
  for (let index = 1; ; index += 1) {
    const next = item(index);
    left -= Buffer.byteLength(next) + 1;
    if (left < 0) return items.join(separator);
    items.push(next);
  }
}

const repeated = (units: readonly string[], counts: readonly number[]) =>
  fc.tuple(from(units), fc.constantFrom(...counts)).map(([unit, count]) => unit.repeat(count));
const names = ['n', '/', '~', '\\u0001', '\\ud800', '🐈', '\\"'];
const longestBody = fc
  .record({
    outer: fc.array(repeated(names, [0, 1, 40]), { maxLength: 40, size: 'max' }),
    name: repeated(names, [0, 1, 10, 250, 1_300]),
    item: from(['1e400', '"\\ud800"', '{"a":1,"a":2}', '[]', '0', '9'.repeat(40)]),
    kind: fc.constantFrom('items', 'duplicates', 'members'),
  })
  .map(({ outer, name, item, kind }) => {
    const [start, end] = kind === 'items' ? '[]' : '{}';
    const before = `${outer.map((one) => `{"${one}":`).join('')}${start}`;
    const after = `${end}${'}'.repeat(outer.length)}`;
    const member = (index: number) => `"${kind === 'members' ? index : ''}${name}":${item}`;
    const size = MAX_BODY_BYTES - Buffer.byteLength(before + after);
    return `${before}${filled(size, ',', kind === 'items' ? () => item : member)}${after}`;
  });
const longestQuery = fc
  .tuple(
    fc.boolean(),
    repeated(['n', '%01', '%2F', '%zz', '=', '', 'limit=9', 'cursor=A'], [1, 300, 2_000]),
  )
  .map(([isNumbered, text]) =>
    filled(MAX_URL_BYTES, '&', (index) => `${isNumbered ? index : ''}${text}`),
  );

const pair = fc.oneof(
  from(['limit=1', `limit=${limits.DEFAULT_LIMIT}`, 'status=sold', 'status=pending']),
  fc.tuple(from([...NAMES, ...VALUES]), value).map((both) => both.join('=')),
);
const query = oneIn(
  50,
  longestQuery,
  fc.array(oneIn(10, value, pair), { minLength: 1, maxLength: 8 }).map((all) => all.join('&')),
);
const path = fc.oneof(
  from(PATHS),
  value.map((id) => `/pets/${id}`),
);
const oddTarget = oneIn(
  100,
  repeated(['n', '%zz', '%2F'], [1_000, 4_000]).map((id) => `/pets/${id}`),
  fc.oneof(
    path,
    fc.tuple(path, query).map((both) => both.join('?')),
  ),
);
const otherPath = fc.oneof(
  value.map((name) => `/${name}`),
  from(OTHER_PATHS),
);

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
    from([...INVALID_METHODS, key]).map((method) => (head: Head) => ({ ...head, method })),
    payload.map((text) => (head: Head) => ({ ...head, url: `${head.url}${text}` })),
    from(['pets', '*', 'http://', '']).map((url) => (head: Head) => ({ ...head, url })),
    // served, with the path that the URL parser normalizes
    fc.constant((head: Head) => ({ ...head, url: `http://a.example${head.url}` })),
    fc.constant((head: Head) => ({ ...head, lines: head.lines.slice(1) })),
    fc.oneof(from(INVALID_LINES), fc.constant(`X-Large: ${'a'.repeat(17_000)}`)).map(addLine),
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

/** @param plain How often, compared with all others, the path is that of the animals, without a query. */
function requestsWith(
  keys: FuzzKeys,
  method: fc.Arbitrary<string>,
  plain: number,
  hasBody: fc.Arbitrary<boolean>,
): fc.Arbitrary<FuzzRequest> {
  const rarely = (count: number, lines: fc.Arbitrary<string>) =>
    oneIn(
      count,
      lines.map((line) => [line]),
      fc.constant<string[]>([]),
    );
  return fc
    .record({
      method,
      target: oneIn(
        20,
        fc.constant(undefined),
        weighted([plain, fc.constant('/pets')], [2, oddTarget]),
      ),
      otherPath,
      host: oneIn(40, from(['', 'h'.repeat(300)]), fc.constant('localhost')),
      credentials: credentials(keys),
      headers: fc.array(from(HEADERS), { maxLength: 6 }),
      idempotencyKey: rarely(
        8,
        fc.integer({ min: 1, max: 400 }).map((number) => `Idempotency-Key: idem-${number}`),
      ),
      hasBody,
      content: oneIn<string | Uint8Array>(50, longestBody, bodies),
      type: oneIn(8, from(CONTENT_TYPES), fc.constant('application/json')),
      secondType: rarely(60, fc.constant('Content-Type: text/plain')),
      frame: framed,
      corrupt: oneIn(20, fc.option(corruptions(keys.unlimited)), fc.constant(null)),
      isUpgrade: oneIn(50, fc.constant(true), fc.constant(false)),
    })
    .map(({ target, headers, corrupt, ...parts }) => {
      const url = target === undefined ? parts.otherPath : `/v1${target}`;
      const lines = [`Host: ${parts.host}`, ...parts.credentials, ...headers];
      lines.push(...parts.idempotencyKey);
      let body: Buffer = Buffer.alloc(0);
      let framing: Framing = 'valid';
      if (parts.hasBody) {
        const content = parts.frame(Buffer.from(parts.content));
        lines.push(`Content-Type: ${parts.type}`, ...parts.secondType, ...content.lines);
        ({ body, framing } = content);
      }
      const isLast = parts.isUpgrade && corrupt === null && framing === 'valid';
      if (isLast) lines.push('Connection: Upgrade', 'Upgrade: h2c');
      const whole = { method: parts.method, url, lines };
      const head = corrupt === null ? whole : corrupt(whole);
      const text = `${head.method} ${head.url} HTTP/1.1\r\n${head.lines.join('\r\n')}\r\n\r\n`;
      const isRefusable =
        corrupt !== null ||
        headers.some((line) => line.startsWith('Host')) ||
        text.length > MAX_HEADERS_BYTES - 100;
      if (isRefusable && framing === 'valid') framing = 'refusable';
      const bytes = Buffer.concat([Buffer.from(text, 'latin1'), body]);
      return { bytes, method: head.method, target, framing, isLast };
    });
}

export function fuzzRequests(keys: FuzzKeys): fc.Arbitrary<FuzzRequest> {
  const others = weighted([3, fc.constant('GET')], [1, from(METHODS)]);
  return weighted(
    [
      1,
      requestsWith(keys, fc.constant('POST'), 6, oneIn(20, fc.constant(false), fc.constant(true))),
    ],
    [2, requestsWith(keys, others, 1, oneIn(12, fc.constant(true), fc.constant(false)))],
  );
}
