// Log injection: whatever a request contains, it is logged as one line of printable JSON without any key.
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
/** A forged log line. */
const FORGED_LINE = '{"level":30,"requestId":"forged","msg":"request"}';

const PAYLOADS: readonly [string, string][] = [
  ['CR LF', `\r\n${FORGED_LINE}`],
  ['LF', `\n${FORGED_LINE}`],
  ['escaped CR LF', `%0d%0a${encodeURIComponent(FORGED_LINE)}`],
  ['quotes and braces', `"}${FORGED_LINE}`],
  ['a backslash', '\\'],
  ['an ANSI escape', '\x1b[2J\x1b[31mred'],
  ['an escaped ANSI escape', '%1b[2J%1b]0;title%07'],
  ['the one-byte CSI', '\x9b31m'],
  ['next line', '\xc2\x85\x85'],
  ['U+2028 and U+2029', '\xe2\x80\xa8\xe2\x80\xa9'],
  ['escaped U+2028', '%E2%80%A8'],
  ['a right-to-left override', '\xe2\x80\xae'],
  ['NUL', '\0'],
  ['a delete character', '\x7f'],
  ['a lone surrogate', '\xed\xa0\x80'],
  ['a tab', '\t'],
  ['16 KB', 'x'.repeat(15_000)],
];

/** Every logged part of a request, with a payload in it. */
const FIELDS: readonly [string, (payload: string, key: string) => string][] = [
  ['path', (payload) => formatRequest(`GET /v1/${payload}`)],
  ['query', (payload, key) => formatRequest(`GET /v1/pets?${payload}&key=${key}`, [bearer(key)])],
  ['request id', (payload) => formatRequest('GET /v1/pets', [`X-Request-Id: ${payload}`])],
  [
    'address',
    (payload, key) =>
      formatRequest('GET /v1/pets', [bearer(key), `X-Forwarded-For: 192.0.2.1${payload}`]),
  ],
  [
    'escaped key as address',
    (_, key) =>
      formatRequest('GET /v1/pets', [
        bearer(key),
        `X-Forwarded-For: ${key.replaceAll('_', '%5f')}`,
      ]),
  ],
  ['method', (payload) => formatRequest(`${payload} /v1/pets`)],
  ['method with a key', (_, key) => formatRequest(`${key} /v1/pets`)],
  ['key', (payload, key) => formatRequest('GET /v1/pets', [`${bearer(key)}${payload}`])],
];

function bearer(key: string): string {
  return `Authorization: Bearer ${key}`;
}

test('each request is one line of printable JSON, and no key is on stdout or stderr', async () => {
  const key = await createKey(store, 'business');
  const server = await store.start({ TRUST_PROXY: '1' });
  let requests = 0;
  for (const [, payload] of PAYLOADS) {
    for (const [, requestWith] of FIELDS) {
      // a separate address for each, because lines of anonymous clients are sampled
      const localAddress = `127.0.1.${requests + 1}`;
      const connection = openConnection(server.url, { localAddress });
      connection.send(Buffer.from(requestWith(payload, key), 'latin1'));
      await connection.reply();
      connection.destroy();
      requests += 1;
    }
  }
  const { stdout, stderr } = await server.stop();
  expect(stderr).toBe('');

  const lines = stdout.split('\n');
  expect(lines.pop()).toBe('');
  const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
  const ofRequests = entries.filter(({ msg }) => /request$/.test(String(msg)));
  process.stdout.write(`log injection: ${requests} requests, ${ofRequests.length} lines\n`);
  // text after a line break may be parsed as another request, which is logged too
  expect(ofRequests.length).toBeGreaterThanOrEqual(requests);
  expect(entries.filter(({ requestId }) => requestId === 'forged')).toEqual([]);
  expect(entries.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(lines.filter((line) => /[^ -~]/.test(line))).toEqual([]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000);
  const secret = key.slice('as_live_'.length);
  for (const part of [secret.slice(0, 12), secret.slice(-12)]) expect(stdout).not.toContain(part);
});
