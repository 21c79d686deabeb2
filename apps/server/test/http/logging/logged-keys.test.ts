// API keys in requests, wherever they are: none of them is in the log.
import { generateApiKey } from '../../support/api-keys.js';
import { formatPost, formatRequest, sendRaw } from '../../support/raw-connection.js';
import { useServerOnFile } from '../../support/use-server.js';

const server = useServerOnFile({ trustProxy: true });

/** Of the request that was logged last. */
let replyText: string;

/** Everything logged up to and including this request. */
async function logOf(data: string): Promise<string> {
  replyText = (await sendRaw(server.url, data)).text;
  expect(await server.logged()).not.toEqual([]);
  return server.log.lines.join('');
}

/** Asserts that neither half of the secret is in the text. */
function expectRedacted(text: string, key = server.key): void {
  const secret = key.slice(key.lastIndexOf('_') + 1);
  expect(text).not.toContain(secret.slice(0, 12));
  expect(text).not.toContain(secret.slice(-12));
}

/** Percent-encodes the characters that match. */
const escaped = (key: string, which: RegExp) =>
  key.replace(which, (character) => `%${character.charCodeAt(0).toString(16)}`);
const get = (...headers: string[]) => formatRequest('GET /v1/pets', headers);
const getWithKey = (key: string, path: string) =>
  formatRequest(`GET /v1/pets${path}`, [`Authorization: Bearer ${key}`]);

describe('no key is logged, or repeated in the reply,', () => {
  const PLACES: [string, (key: string) => string][] = [
    ['in Authorization', (key) => getWithKey(key, '')],
    ['in two headers', (key) => get(`Authorization: Bearer ${key}`, `Authorization: ${key}`)],
    ['in other headers', (key) => get(`X-Api-Key: ${key}`, `Cookie: ${key}`, `User-Agent: ${key}`)],
    ['in X-Request-Id', (key) => get(`X-Request-Id: ${key}`)],
    ['inside X-Request-Id', (key) => get(`X-Request-Id: call:${key}.1`)],
    ['in traceparent', (key) => get(`traceparent: ${key}`)],
    ['in X-Forwarded-For', (key) => get(`X-Forwarded-For: ${key}`)],
    ['in Idempotency-Key', (key) => formatRequest('POST /v1/pets', [`Idempotency-Key: ${key}`])],
    ['as an unknown parameter', (key) => getWithKey(key, `?${key}=1`)],
    ['as a parameter', (key) => getWithKey(key, `?cursor=${key}`)],
    ['in the path', (key) => getWithKey(key, `/${key}`)],
    ['in a request that succeeds', (key) => getWithKey(key, `?${key}`).replace('GET', 'OPTIONS')],
    ['as an unknown property', (key) => formatPost(key, `{"${key}":1}`)],
    ['in the body', (key) => formatPost(key, `{"name":"${key}"}`)],
    ['in the query', (key) => formatRequest(`GET /v1/pets?api_key=${key}&limit=5`)],
    ['as the query', (key) => formatRequest(`GET /v1/pets?${key}`)],
    ['twice in the query', (key) => formatRequest(`GET /v1/pets?a=${key}&b=${key}`)],
    ['in an unknown path', (key) => formatRequest(`GET /${key}/x`)],
    ['in an absolute target', (key) => formatRequest(`GET http://${key}@a.example/v1/pets?${key}`)],
    ['where the URL is cut', (key) => formatRequest(`GET /v1/${'a'.repeat(482)}/${key}`)],
    ['with escaped underscores', (key) => formatRequest(`GET /v1/pets?k=${escaped(key, /_/g)}`)],
    ['percent-encoded', (key) => formatRequest(`GET /v1/pets?k=${escaped(key, /./g)}`)],
    [
      'partly percent-encoded',
      (key) => formatRequest(`GET /v1/pets?k=%zz${escaped(key, /[aeiou0-4_]/gi)}%E0%A4`),
    ],
  ];

  test.each(PLACES)('when it is %s', async (_, requestWith) => {
    expectRedacted(await logOf(requestWith(server.key)));
    expectRedacted(replyText);
    const publishable = generateApiKey({ isPublishable: true });
    expectRedacted(await logOf(requestWith(publishable)), publishable);
    expectRedacted(replyText, publishable);
  });

  test('when it has a wrong checksum', async () => {
    const mistyped = `${server.key.slice(0, -1)}${server.key.endsWith('0') ? '1' : '0'}`;
    expectRedacted(await logOf(formatRequest(`GET /v1/pets?k=${mistyped}`)), mistyped);
  });

  test('when the request fails with a 500', async () => {
    const { key } = await server.issueKey('enterprise'); // an enterprise key without a quota, which is an error
    expectRedacted(await logOf(getWithKey(key, `?${key}`)), key);
    expect((await server.logged()).map(({ level }) => level)).toContain(50);
  });
});

test('text next to a key is logged', async () => {
  const text = formatRequest(`GET /v1/pets?a=1&key=${server.key}&b=2`, ['X-Request-Id: r-1']);
  await logOf(text);
  const entry = await server.log.find(({ requestId }) => requestId === 'r-1');
  expect(entry.url).toBe('/v1/pets?a=1&key=as_live_[redacted]&b=2');
});
