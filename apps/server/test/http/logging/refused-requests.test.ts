// Log lines of refused requests: why, by whom, and in which trace.
import { type CollectedLog, collectLog, type LogEntry } from '../../support/collect-log.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let log: CollectedLog;
beforeEach(async () => {
  log = collectLog();
  server = await startServer({ logTo: log.stream });
});
afterEach(() => server.close());

/** The line of a request. */
async function logged(startLine: string, headers: readonly string[] = [], body = '') {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const request = formatRequest(startLine, ['X-Request-Id: r-1', ...headers, ...length], body);
  await sendRaw(server.url, request);
  return entryOf('r-1');
}

const entryOf = (requestId: string): Promise<LogEntry> =>
  log.find((entry) => entry.requestId === requestId && entry.msg === 'request');

const key = () => `Authorization: Bearer ${server.key}`;
const JSON_BODY = 'Content-Type: application/json';

describe('when a request is refused, then its line says why', () => {
  test.each([
    ['rate_limited', 2],
    ['key_banned', 12],
  ])('429 %s', async (code, requests) => {
    const { key: small } = await server.issueKey('enterprise', { perMinute: 1, perDay: 9 });
    for (let sent = 1; sent <= requests; sent += 1) {
      await server.call('/pets', { key: small, headers: { 'X-Request-Id': `r-${sent}` } });
    }
    expect(await entryOf('r-1')).not.toHaveProperty('code');
    expect(await entryOf(`r-${requests}`)).toMatchObject({ status: 429, code, plan: 'enterprise' });
  });

  test('403, with the plan of the key', async () => {
    const { key: reader } = await server.issueKey('free', undefined, { isReadOnly: true });
    const headers = [`Authorization: Bearer ${reader}`, JSON_BODY];
    const line = await logged('POST /v1/pets', headers, '{"name":"x","categoryId":1}');
    expect(line).toMatchObject({ status: 403, code: 'forbidden', plan: 'free' });
  });

  test('when its body stops being valid HTTP, with the code of the parser', async () => {
    const headers = ['X-Request-Id: r-1', JSON_BODY, 'Transfer-Encoding: chunked', key()];
    await sendRaw(server.url, `${formatRequest('POST /v1/pets', headers)}nonsense\r\n`);
    expect(await entryOf('r-1')).toMatchObject({
      status: 400,
      code: 'invalid_request',
      parserCode: 'HPE_INVALID_CHUNK_SIZE',
    });
  });
});

test.each<[string, string, { status: number; parserCode?: string }]>([
  ['not HTTP', 'nonsense\r\n\r\n', { status: 400, parserCode: 'HPE_INVALID_METHOD' }],
  [
    'too large in its headers',
    formatRequest('GET /v1/pets', [`X-Large: ${'a'.repeat(17_000)}`]),
    { status: 431, parserCode: 'HPE_HEADER_OVERFLOW' },
  ],
  ['without a host', 'GET /v1/pets HTTP/1.1\r\n\r\n', { status: 400 }],
  ['a CONNECT request', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', { status: 400 }],
])(
  'when a request is %s, then its refusal is logged with the request id of the reply',
  async (_, data, wanted) => {
    const { status, headers } = await sendRaw(server.url, data);
    const requestId = headers.get('x-request-id');
    const { level, time, pid, hostname, ...entry } = await log.find(
      (logged) => logged.requestId === requestId,
    );
    expect(entry).toEqual({
      requestId,
      code: 'invalid_request',
      client: '127.0.0.1',
      msg: 'malformed request',
      ...wanted,
    });
    expect(status).toBe(wanted.status);
  },
);

describe('the line of a 400 has the places of its errors', () => {
  test('in the query, without the values', async () => {
    const line = await logged('GET /v1/pets?limit=secret1&limmit=secret2', [key()]);
    expect(line.details).toEqual([
      { in: 'query', path: '/limmit', code: 'unknown' },
      { in: 'query', path: '/limit', code: 'type' },
    ]);
    const { url, ...rest } = line;
    expect(JSON.stringify(rest)).not.toContain('secret');
  });

  test('in the body, without the values', async () => {
    const body = '{"categoryId":"secret1","status":"secret2"}';
    const line = await logged('POST /v1/pets', [key(), JSON_BODY], body);
    expect(line.details).toEqual(
      expect.arrayContaining([
        { in: 'body', path: '/name', code: 'required' },
        { in: 'body', path: '/categoryId', code: 'type' },
        { in: 'body', path: '/status', code: 'enum' },
      ]),
    );
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  test('at most five of them, of bounded length, in printable ASCII', async () => {
    const names = Array.from(
      { length: 30 },
      (_, index) => `${index}\u2028\u001b${'é'.repeat(200)}`,
    );
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    const { details } = await logged('POST /v1/pets', [key(), JSON_BODY], body);
    expect(details).toHaveLength(5);
    const text = JSON.stringify(details);
    expect(text).toMatch(/^[ -~]*$/);
    expect(text.length).toBeLessThan(5 * 400);
  });
});

describe('traceId', () => {
  const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
  const VALID = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

  test.each([
    ['a valid traceparent', VALID],
    ['a flag that is not known yet', `00-${TRACE_ID}-00f067aa0ba902b7-ff`],
    ['a later version', `01-${TRACE_ID}-00f067aa0ba902b7-01`],
    ['a later version with more fields', `cc-${TRACE_ID}-00f067aa0ba902b7-01-what-is-new`],
  ])('when the request has %s, then it is logged', async (_, traceparent) => {
    expect((await logged('GET /nope', [`traceparent: ${traceparent}`])).traceId).toBe(TRACE_ID);
  });

  test.each([
    ['none', []],
    ['two', [VALID, VALID]],
    ['the version ff', [VALID.replace('00', 'ff')]],
    ['version 00 with more fields', [`${VALID}-1`]],
    ['version 00 with a trailing dash', [`${VALID}-`]],
    ['a later version with a longer flag', [`${VALID.replace('00', '01')}1`]],
    ['a trace id of zeros', [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]],
    ['a parent id of zeros', [`00-${TRACE_ID}-${'0'.repeat(16)}-01`]],
    ['upper case', [VALID.toUpperCase()]],
    ['a short trace id', [`00-${TRACE_ID.slice(1)}-00f067aa0ba902b7-01`]],
    ['something else', ['"}{"level":60']],
  ])('when the request has %s, then none is logged', async (_, traceparents) => {
    const headers = traceparents.map((value) => `traceparent: ${value}`);
    expect(await logged('GET /nope', headers)).not.toHaveProperty('traceId');
  });
});

describe('an answered probe', () => {
  test('when it is logged, then at debug', async () => {
    for (const path of ['/healthz', '/readyz', '/favicon.ico']) {
      await fetch(`${server.url}${path}`);
    }
    await logged('GET /nope');
    expect(log.lines).toHaveLength(1);
    expect(log.lines.join('')).not.toContain('suppressed');
  });

  test('when the level is debug, then it has a line', async () => {
    await server.close();
    server = await startServer({ logTo: log.stream, logLevel: 'debug' });
    for (const path of ['/healthz', '/readyz']) {
      await fetch(`${server.url}${path}`, { headers: { 'X-Request-Id': path.slice(1) } });
      expect(await entryOf(path.slice(1))).toMatchObject({ level: 20, status: 200, url: path });
    }
  });

  test('when it fails, then it is logged at info with its reason', async () => {
    await server.store.close();
    expect(await logged('GET /readyz')).toMatchObject({
      level: 30,
      status: 503,
      code: 'unavailable',
    });
  });
});
