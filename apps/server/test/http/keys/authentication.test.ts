// Authentication of API keys, beyond the conformance vectors: what is looked up, stored, and remembered of a key.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageUnavailableError } from '@animal-store/engine/internal/model';
import { generateApiKey, rotateKey } from '../../support/api-keys.js';
import { FREE, withFixedQuotas } from '../../support/fixed-quotas.js';
import { type Connection, formatRequest, openConnection } from '../../support/raw-connection.js';
import { START_MS } from '../../support/start-time.js';
import { useServerOnFile } from '../../support/use-server.js';

const server = useServerOnFile({ edit: withFixedQuotas });
let connection: Connection;
beforeEach(() => {
  connection = openConnection(server.url);
});
afterEach(() => connection.destroy());

/** Sends a request on the one connection. */
async function send(...authorization: string[]) {
  const lines = authorization.map((value) => `Authorization: ${value}`);
  connection.send(formatRequest('GET /v1/pets', lines));
  const { status, headers } = await connection.reply();
  return { status, limit: headers.get('x-ratelimit-limit') };
}

test('when there are several Authorization headers, then it is a 401, whichever are valid', async () => {
  const valid = `Bearer ${server.key}`;
  expect(await send(valid)).toMatchObject({ status: 200 });
  for (const values of [
    [valid, valid],
    [valid, 'Basic abc'],
    ['Basic abc', valid],
    [valid, ''],
    [valid, valid, valid],
  ])
    expect(await send(...values)).toMatchObject({ status: 401 });
});

test('when a connection, such as a proxy’s, sends different keys, then each request is authenticated on its own', async () => {
  const [free, pro] = [await server.issueKey('free'), await server.issueKey('pro')];
  const limitOf = async ({ key }: { key: string }) => (await send(`Bearer ${key}`)).limit;
  const [freeLimit, proLimit] = [await limitOf(free), await limitOf(pro)];
  expect(freeLimit).not.toBe(proLimit);
  for (const [authorization, status, limit = expect.any(String)] of [
    [`Bearer ${free.key}`, 200, freeLimit],
    [`Bearer ${free.key}`, 200, freeLimit],
    [`Bearer ${pro.key}`, 200, proLimit],
    [`Bearer ${generateApiKey()}`, 401],
    [`Bearer ${pro.key}`, 200, proLimit],
    [`Bearer ${pro.key}x`, 401],
    [`bearer  ${free.key}`, 200, freeLimit],
  ] as const)
    expect(await send(authorization)).toEqual({ status, limit });
});

describe('the key lookup', () => {
  const makeLookupFail = (error: Error) => {
    server.store.keys.find = () => Promise.reject(error);
  };

  test('when a key is missing, malformed or has a wrong checksum, then storage is not queried', async () => {
    const { key } = server;
    makeLookupFail(new Error('looked up'));
    expect((await server.call('/pets', { key: null })).status).toBe(401);
    const bad = ['nonsense', key.slice(0, -1), replaceAt(key, 12), replaceAt(key, 40), `${key}0`];
    for (const sent of bad) expect((await server.call('/pets', { key: sent })).status).toBe(401);
    // well-formed keys do reach storage
    expect((await server.call('/pets', { key })).status).toBe(500);
    expect((await server.call('/pets', { key: generateApiKey() })).status).toBe(500);
  });

  test('when storage fails, then it is a 503 with rate-limit headers', async () => {
    makeLookupFail(new StorageUnavailableError('disk failure'));
    const reply = await server.call('/pets');
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable']);
    expect(reply.headers.get('Retry-After')).toBe('1');
    expect(reply.headers.get('X-RateLimit-Remaining')).toBe(`${FREE.perMinute}`);
  });
});

test('when keys are stored, then the database and its WAL have only their SHA-256', async () => {
  const issued = await server.issueKey('free');
  const rotated = await rotateKey(server.store.keys, issued.id, START_MS, 60_000);
  const secrets = [issued.key, rotated?.key ?? ''];
  for (const key of secrets) expect((await server.call('/pets', { key })).status).toBe(200);
  const folder = dirname(server.file);
  const whileRunning = await readAll(folder);
  await server.close();
  const afterwards = await readAll(folder);
  expect(whileRunning.files.some((file) => file.endsWith('-wal'))).toBe(true);
  for (const { bytes } of [whileRunning, afterwards])
    for (const key of secrets) {
      // neither parts of the random characters nor the checksum
      for (const part of [key, key.slice(8, 38), key.slice(20)])
        expect(bytes.includes(part)).toBe(false);
      expect(bytes.includes(createHash('sha256').update(key).digest())).toBe(true);
    }
});

/** Replaces the character at `index`. */
function replaceAt(key: string, index: number): string {
  return `${key.slice(0, index)}${key[index] === 'x' ? 'y' : 'x'}${key.slice(index + 1)}`;
}

/** Of the database and its WAL. */
async function readAll(folder: string) {
  const files = await readdir(folder);
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return { files, bytes: Buffer.concat(contents) };
}
