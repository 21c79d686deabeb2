// Whatever a client writes into what is logged: a request stays one line of JSON, in plain characters, without any key.
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
/** A line of the log as an attacker would like to have it. */
const FORGED = '{"level":30,"requestId":"forged","msg":"request"}';

const POISONS: readonly [string, string][] = [
  ['CR LF', `\r\n${FORGED}`],
  ['LF', `\n${FORGED}`],
  ['escaped CR LF', `%0d%0a${encodeURIComponent(FORGED)}`],
  ['quotes and braces', `"}${FORGED}`],
  ['a backslash', '\\'],
  ['an ANSI escape', '\x1b[2J\x1b[31mred'],
  ['an escaped ANSI escape', '%1b[2J%1b]0;title%07'],
  ['the one-byte CSI', '\x9b31m'],
  ['next line', '\xc2\x85\x85'],
  ['U+2028 and U+2029', '\xe2\x80\xa8\xe2\x80\xa9'],
  ['escaped U+2028', '%E2%80%A8'],
  ['a right-to-left override', '\xe2\x80\xae'],
  ['NUL', '\0'],
  ['DEL', '\x7f'],
  ['half a surrogate', '\xed\xa0\x80'],
  ['a tab', '\t'],
  ['16 KB', 'x'.repeat(15_000)],
];

/** Every place whose content is logged, with poison in it. */
const PLACES: readonly [string, (poison: string, key: string) => string][] = [
  ['path', (poison) => formatRequest(`GET /v1/${poison}`)],
  ['query', (poison, key) => formatRequest(`GET /v1/pets?${poison}&key=${key}`, [bearer(key)])],
  ['request id', (poison) => formatRequest('GET /v1/pets', [`X-Request-Id: ${poison}`])],
  [
    'address',
    (poison, key) =>
      formatRequest('GET /v1/pets', [bearer(key), `X-Forwarded-For: 192.0.2.1${poison}`]),
  ],
  [
    'address and key',
    (poison, key) =>
      formatRequest('GET /v1/pets', [bearer(key), `X-Forwarded-For: ${key}${poison}`]),
  ],
  [
    'escaped key as address',
    (_, key) =>
      formatRequest('GET /v1/pets', [
        bearer(key),
        `X-Forwarded-For: ${key.replaceAll('_', '%5f')}`,
      ]),
  ],
  ['method', (poison) => formatRequest(`${poison} /v1/pets`)],
  ['method with a key', (_, key) => formatRequest(`${key} /v1/pets`)],
  ['key', (poison, key) => formatRequest('GET /v1/pets', [`${bearer(key)}${poison}`])],
];

function bearer(key: string): string {
  return `Authorization: Bearer ${key}`;
}

test('each request is one line of JSON in plain characters, and no key is on stdout or stderr', async () => {
  const key = await createKey(store, 'business');
  const server = await store.start({ TRUST_PROXY: '1' });
  let requests = 0;
  for (const [, poison] of POISONS) {
    for (const [, requestWith] of PLACES) {
      // Each from an address of its own, since the lines of clients without a valid key are sampled.
      const localAddress = `127.0.1.${requests + 1}`;
      const connection = openConnection(server.url, { localAddress });
      connection.send(Buffer.from(requestWith(poison, key), 'latin1'));
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
  // What follows a line break may be a request of its own to the server, and is a line of its own then.
  expect(ofRequests.length).toBeGreaterThanOrEqual(requests);
  expect(entries.filter(({ requestId }) => requestId === 'forged')).toEqual([]);
  expect(entries.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(lines.filter((line) => /[^ -~]/.test(line))).toEqual([]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000);
  const secret = key.slice('as_live_'.length);
  for (const part of [secret.slice(0, 12), secret.slice(-12)]) expect(stdout).not.toContain(part);
});
