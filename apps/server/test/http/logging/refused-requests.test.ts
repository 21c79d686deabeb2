// Log lines of refused requests: why, by whom, and in which trace.
import type { LogEntry } from '../../support/collect-log.js';
import { formatPost, formatRequest, sendRaw } from '../../support/raw-connection.js';
import { useServerOnFile } from '../../support/use-server.js';

const server = useServerOnFile();
const ID = 'X-Request-Id: r-1';

/** The line of a request. */
async function logged(request: string) {
  await sendRaw(server.url, request);
  return entryOf('r-1');
}
const traced = (...values: string[]) =>
  logged(formatRequest('GET /nope', [ID, ...values.map((value) => `traceparent: ${value}`)]));

const entryOf = (requestId: string): Promise<LogEntry> =>
  server.log.find((entry) => entry.requestId === requestId && entry.msg === 'request');

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

  test('when its body stops being valid HTTP, with the code of the parser', async () => {
    const lines = [ID, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const headers = [...lines, `Authorization: Bearer ${server.key}`];
    expect(await logged(formatRequest('POST /v1/pets', headers, 'nonsense\r\n'))).toMatchObject({
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
])('when a request is %s, then its refusal is logged with its id', async (_, data, wanted) => {
  const { headers } = await sendRaw(server.url, data);
  const requestId = headers.get('x-request-id');
  const entry = await server.log.find((one) => one.requestId === requestId);
  const fixed = { code: 'invalid_request', client: '127.0.0.1', msg: 'malformed request' };
  expect(entry).toMatchObject({ ...fixed, ...wanted });
  const others = ['requestId', 'level', 'time', 'pid', 'hostname'];
  expect(new Set(Object.keys(entry))).toEqual(
    new Set([...others, ...Object.keys({ ...fixed, ...wanted })]),
  );
});

test('when a request is a 400, then its line has the places of its errors, without the values', async () => {
  const request = formatPost(server.key, '{"status":"secret2"}', [ID]);
  const line = await logged(request.replace('/pets', '/pets?limmit=secret1'));
  expect(line.details).toEqual([
    { in: 'query', path: '/limmit', code: 'unknown' },
    { in: 'body', path: '/name', code: 'required' },
    { in: 'body', path: '/categoryId', code: 'required' },
    { in: 'body', path: '/status', code: 'enum' },
  ]);
  const { url: _, ...rest } = line;
  expect(JSON.stringify(rest)).not.toContain('secret');
});

test('when there are many errors, then at most five are logged, bounded, in printable ASCII', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `${n}\u2028\u001b${'é'.repeat(200)}`);
  const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
  const { details } = await logged(formatPost(server.key, body, [ID]));
  expect(details).toHaveLength(5);
  const text = JSON.stringify(details);
  expect(text).toMatch(/^[ -~]*$/);
  expect(text.length).toBeLessThan(5 * 400);
});

describe('traceId', () => {
  const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
  const VALID = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

  test.each([
    VALID,
    `00-${TRACE_ID}-00f067aa0ba902b7-ff`, // a flag that is not known yet
    `01-${TRACE_ID}-00f067aa0ba902b7-01`,
    `cc-${TRACE_ID}-00f067aa0ba902b7-01-what-is-new`,
  ])('when traceparent is %s, then its trace id is logged', async (traceparent) => {
    expect((await traced(traceparent)).traceId).toBe(TRACE_ID);
  });

  test.each([
    ...[[[]], [[VALID, VALID]], [[VALID.replace('00', 'ff')]], [[`${VALID}-1`]], [[`${VALID}-`]]],
    ...[[[`${VALID.replace('00', '01')}1`]], [[VALID.toUpperCase()]], [['"}{"level":60']]],
    [[`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]],
    [[`00-${TRACE_ID}-${'0'.repeat(16)}-01`]],
    [[`00-${TRACE_ID.slice(1)}-00f067aa0ba902b7-01`]],
  ])('when the values of traceparent are %j, then no trace id is logged', async (values) => {
    expect(await traced(...values)).not.toHaveProperty('traceId');
  });
});

test('when a probe is answered, then it is logged at debug; when it fails, at info', async () => {
  const probe = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { 'X-Request-Id': path.slice(1) } });
  for (const path of ['/healthz', '/readyz', '/favicon.ico']) await probe(path);
  await traced();
  expect(server.log.lines).toHaveLength(1);
  expect(server.log.lines.join('')).not.toContain('suppressed');
  await server.restart({ logLevel: 'debug' });
  for (const path of ['/healthz', '/readyz']) {
    await probe(path);
    expect(await entryOf(path.slice(1))).toMatchObject({ level: 20, status: 200, url: path });
  }
  await server.restart();
  await server.store.close();
  await fetch(`${server.url}/readyz`, { headers: { 'X-Request-Id': 'failed' } });
  const failure = { level: 30, status: 503, code: 'unavailable' };
  expect(await entryOf('failed')).toMatchObject(failure);
});
