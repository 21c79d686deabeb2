import { document } from '@animal-store/contract';
import { maxNameLength } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, openConnection, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const MAX_BYTES = document['x-max-body-bytes'];
const PET = '{"name":"Hambone","categoryId":1}';

/** A valid body, padded with spaces. */
function padded(bytes: number): string {
  return PET.padEnd(bytes, ' ');
}

function withLength(body: string): string {
  return postText([`Content-Length: ${Buffer.byteLength(body)}`], body);
}

/** Chunks of 4 KiB, so that the size is unknown until the end. */
function chunked(body: string): string {
  const chunks = body.match(/.{1,4096}/g) ?? [];
  const frames = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return postText(['Transfer-Encoding: chunked'], `${frames.join('')}0\r\n\r\n`);
}

function postText(headers: readonly string[], body: string): string {
  const common = [`Authorization: Bearer ${server.key}`, 'Content-Type: application/json'];
  return formatRequest('POST /v1/pets', [...common, ...headers], body);
}

const ENCODINGS = [
  ['with Content-Length', withLength],
  ['in chunks', chunked],
] as const;

describe.each(ENCODINGS)('when a body is sent %s', (_, requestOf) => {
  test.each([MAX_BYTES - 1, MAX_BYTES])('with %i bytes, then it is accepted', async (bytes) => {
    const reply = await sendRaw(server.url, requestOf(padded(bytes)));
    expect(reply.status).toBe(201);
  });

  test.each([MAX_BYTES + 1, MAX_BYTES + 4_000, 1_000_000])(
    'with %i bytes, then it is a 413 and nothing is stored',
    async (bytes) => {
      const reply = await sendRaw(server.url, requestOf(padded(bytes)));
      expectError(reply, 413, 'payload_too_large');
      expect(reply.headers.get('x-ratelimit-limit')).toBe('1000000');
      expect((await server.call('/pets')).json).toEqual([]);
    },
  );

  test('too large and is not JSON, then it is a 413', async () => {
    expectError(
      await sendRaw(server.url, requestOf('{'.repeat(MAX_BYTES + 1))),
      413,
      'payload_too_large',
    );
  });

  test('slightly too large, then the connection is kept', async () => {
    const connection = openConnection(server.url);
    connection.send(requestOf(padded(MAX_BYTES + 4_000)));
    connection.send(withLength(PET));
    expect((await connection.reply()).status).toBe(413);
    const next = await connection.reply();
    expect([next.status, next.text]).toEqual([201, '{"id":1,"name":"Hambone","categoryId":1}']);
    connection.destroy();
  });
});

test('the size is in bytes, not characters', async () => {
  const name = 'é'.repeat(maxNameLength());
  const pet = JSON.stringify({ name, categoryId: 1 });
  const fits = pet.padEnd(MAX_BYTES - name.length, ' ');
  expect(Buffer.byteLength(fits)).toBe(MAX_BYTES);
  expect((await sendRaw(server.url, withLength(fits))).status).toBe(201);
  expectError(await sendRaw(server.url, withLength(`${fits} `)), 413, 'payload_too_large');
});

test('when Content-Length is too large, then the body is refused before it arrives', async () => {
  const connection = openConnection(server.url);
  connection.send(postText(['Content-Length: 1000000000'], ''));
  expectError(await connection.reply(), 413, 'payload_too_large');
  connection.destroy();
});

test('the limit follows the contract', async () => {
  await server.close();
  server = await startServer({
    edit: (contract) => Object.assign(contract, { 'x-max-body-bytes': 40 }),
  });
  const post = (body: string) =>
    server.call('/pets', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
  expect((await post(padded(40))).status).toBe(201);
  expectError(await post(padded(41)), 413, 'payload_too_large');
});
