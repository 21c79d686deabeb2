import { type CollectedLog, collectLog, parseLine } from '../../support/collect-log.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let log: CollectedLog;
beforeEach(async () => {
  log = collectLog();
  server = await startServer({ logTo: log.stream, trustProxy: true });
});
afterEach(() => server.close());

/** Everything that was logged, once this request and a last one have been. */
async function logOf(data: string | Uint8Array): Promise<string> {
  await sendRaw(server.url, data);
  await fetch(`${server.url}/healthz`, { headers: { 'X-Request-Id': 'the-last-one' } });
  await log.find((entry) => entry.requestId === 'the-last-one');
  expect(log.lines.length).toBeGreaterThanOrEqual(2);
  return log.lines.join('');
}

/** The part of a key that is secret; any half of it would be a leak as well. */
function expectSecret(text: string, key = server.key): void {
  const secret = key.slice('as_live_'.length);
  expect(text).not.toContain(secret.slice(0, 12));
  expect(text).not.toContain(secret.slice(-12));
}

/** With percent escapes for the characters that satisfy. */
function escaped(key: string, which: RegExp): string {
  return key.replace(which, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

describe('no key reaches the log', () => {
  const PLACES: [string, (key: string) => string][] = [
    ['in Authorization', (key) => formatRequest('GET /v1/pets', [`Authorization: Bearer ${key}`])],
    [
      'in two Authorization headers',
      (key) =>
        formatRequest('GET /v1/pets', [`Authorization: Bearer ${key}`, `Authorization: ${key}`]),
    ],
    ['without the word Bearer', (key) => formatRequest('GET /v1/pets', [`Authorization: ${key}`])],
    [
      'in another header',
      (key) => formatRequest('GET /v1/pets', [`X-Api-Key: ${key}`, `Cookie: k=${key}`]),
    ],
    [
      'in User-Agent and Referer',
      (key) => formatRequest('GET /v1/pets', [`User-Agent: ${key}`, `Referer: http://a/?${key}`]),
    ],
    ['in X-Request-Id', (key) => formatRequest('GET /v1/pets', [`X-Request-Id: ${key}`])],
    [
      'inside X-Request-Id',
      (key) => formatRequest('GET /v1/pets', [`X-Request-Id: call:${key}.1`]),
    ],
    ['in X-Forwarded-For', (key) => formatRequest('GET /v1/pets', [`X-Forwarded-For: ${key}`])],
    ['in Idempotency-Key', (key) => formatRequest('POST /v1/pets', [`Idempotency-Key: ${key}`])],
    ['in the query', (key) => formatRequest(`GET /v1/pets?api_key=${key}&limit=5`)],
    ['as the query', (key) => formatRequest(`GET /v1/pets?${key}`)],
    [
      'as a parameter',
      (key) => formatRequest(`GET /v1/pets?cursor=${key}`, [`Authorization: Bearer ${key}`]),
    ],
    ['twice in the query', (key) => formatRequest(`GET /v1/pets?a=${key}&b=${key}`)],
    [
      'in the path',
      (key) => formatRequest(`GET /v1/pets/${key}`, [`Authorization: Bearer ${key}`]),
    ],
    ['in a path beside the contract', (key) => formatRequest(`GET /${key}/x`)],
    ['in an absolute target', (key) => formatRequest(`GET http://${key}@a.example/v1/pets?${key}`)],
    ['where the logged URL is cut', (key) => formatRequest(`GET /v1/${'a'.repeat(482)}/${key}`)],
    ['with escaped underscores', (key) => formatRequest(`GET /v1/pets?k=${escaped(key, /_/g)}`)],
    ['with everything escaped', (key) => formatRequest(`GET /v1/pets?k=${escaped(key, /./g)}`)],
    [
      'with some of it escaped',
      (key) => formatRequest(`GET /v1/pets?k=%zz${escaped(key, /[aeiou0-4_]/gi)}%E0%A4`),
    ],
    [
      'in the body',
      (key) =>
        formatRequest(
          'POST /v1/pets',
          [
            'Content-Type: application/json',
            `Content-Length: ${key.length + 11}`,
            `Authorization: Bearer ${key}`,
          ],
          `{"name":"${key}"}`,
        ),
    ],
  ];

  test.each(PLACES)('%s', async (_, requestWith) => {
    expectSecret(await logOf(requestWith(server.key)));
  });

  test('even if it is not a valid one', async () => {
    const mistyped = `${server.key.slice(0, -1)}${server.key.endsWith('0') ? '1' : '0'}`;
    expectSecret(await logOf(formatRequest(`GET /v1/pets?k=${mistyped}`)), mistyped);
  });

  test('because of a failure', async () => {
    const { key } = await server.issueKey('enterprise'); // without the quota that this plan needs
    const text = await logOf(
      formatRequest(`GET /v1/pets?${key}`, [`Authorization: Bearer ${key}`]),
    );
    expect(log.lines.map((line) => parseLine(line).level)).toContain(50);
    expectSecret(text, key);
  });
});

test('what stands beside a key stays in the log', async () => {
  const text = formatRequest(`GET /v1/pets?a=1&key=${server.key}&b=2`, ['X-Request-Id: r-1']);
  await logOf(text);
  const entry = await log.find(({ requestId }) => requestId === 'r-1');
  expect(entry.url).toBe('/v1/pets?a=1&key=as_live_[redacted]&b=2');
});
