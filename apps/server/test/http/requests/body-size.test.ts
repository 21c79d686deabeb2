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

const MOST = document['x-max-body-bytes'];
const PET = '{"name":"Hambone","categoryId":1}';

/** A good body, made as long as wanted with blanks. */
function sized(bytes: number): string {
  return PET.padEnd(bytes, ' ');
}

function withLength(body: string): string {
  return postText([`Content-Length: ${Buffer.byteLength(body)}`], body);
}

/** In chunks of 4 KiB, so that the size is known only at the end. */
function chunked(body: string): string {
  const chunks = body.match(/.{1,4096}/g) ?? [];
  const frames = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return postText(['Transfer-Encoding: chunked'], `${frames.join('')}0\r\n\r\n`);
}

function postText(headers: readonly string[], body: string): string {
  const common = [`Authorization: Bearer ${server.key}`, 'Content-Type: application/json'];
  return formatRequest('POST /v1/pets', [...common, ...headers], body);
}

const WAYS = [
  ['with its length', withLength],
  ['in chunks', chunked],
] as const;

describe.each(WAYS)('a body that is sent %s', (_, textOf) => {
  test.each([MOST - 1, MOST])('and has %i bytes is taken', async (bytes) => {
    const reply = await sendRaw(server.url, textOf(sized(bytes)));
    expect(reply.status).toBe(201);
  });

  test.each([MOST + 1, MOST + 4_000, 1_000_000])(
    'and has %i bytes is a 413, and nothing is stored',
    async (bytes) => {
      const reply = await sendRaw(server.url, textOf(sized(bytes)));
      expectError(reply, 413, 'payload_too_large');
      expect(reply.headers.get('x-ratelimit-limit')).toBe('1000000');
      expect((await server.call('/pets')).json).toEqual([]);
    },
  );

  test('and is too large is a 413 even if it is no JSON', async () => {
    expectError(await sendRaw(server.url, textOf('{'.repeat(MOST + 1))), 413, 'payload_too_large');
  });

  test('and is a little too large leaves the connection good for the next request', async () => {
    const connection = openConnection(server.url);
    connection.send(textOf(sized(MOST + 4_000)));
    connection.send(withLength(PET));
    expect((await connection.reply()).status).toBe(413);
    const next = await connection.reply();
    expect([next.status, next.text]).toEqual([201, '{"id":1,"name":"Hambone","categoryId":1}']);
    connection.destroy();
  });
});

test('what counts is bytes, not characters', async () => {
  const name = 'é'.repeat(maxNameLength());
  const pet = JSON.stringify({ name, categoryId: 1 });
  const fits = pet.padEnd(MOST - name.length, ' ');
  expect(Buffer.byteLength(fits)).toBe(MOST);
  expect((await sendRaw(server.url, withLength(fits))).status).toBe(201);
  expectError(await sendRaw(server.url, withLength(`${fits} `)), 413, 'payload_too_large');
});

test('a body that is announced to be too large is refused before it arrives', async () => {
  const connection = openConnection(server.url);
  connection.send(postText(['Content-Length: 1000000000'], ''));
  expectError(await connection.reply(), 413, 'payload_too_large');
  connection.destroy();
});

test('the limit is the contract’s', async () => {
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
  expect((await post(sized(40))).status).toBe(201);
  expectError(await post(sized(41)), 413, 'payload_too_large');
});
