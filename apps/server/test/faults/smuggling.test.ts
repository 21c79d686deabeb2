// Request smuggling: requests that two parsers could split differently are refused, and the connection is closed. For
// other invalid HTTP, see http/connections/malformed-http.test.ts.
import { collectLog, parseLine } from '../support/collect-log.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer } from '../support/start-server.js';
import { useServer } from '../support/use-server.js';

const PET = '{"name":"Hambone","categoryId":1}';
const SECOND_PET = '{"name":"smuggled","categoryId":1}';

const server = useServer();

const key = () => `Authorization: Bearer ${server.key}`;
const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`];

/** A valid second request, which must not be processed. */
const second = () => formatRequest('POST /v1/pets', [key(), ...json(SECOND_PET)], SECOND_PET);

/** Sends both requests, reads the only response, and waits until the server closes the connection. */
async function sendBoth(first: string) {
  const connection = openConnection(server.url);
  connection.send(Buffer.from(first + second(), 'latin1'));
  const reply = await connection.reply();
  await connection.closed;
  await expect(connection.reply()).rejects.toThrow(/^incomplete response: $/);
  expect(reply.headers.get('connection')).toBe('close');
  expect((await server.call('/pets')).json).toEqual([]);
  return reply;
}

const chunked = 'Transfer-Encoding: chunked';
const chunk = `${PET.length.toString(16)}\r\n${PET}\r\n`;
const lastChunk = '0\r\n\r\n';

describe('when the headers are ambiguous, then it is a 400, and nothing after it is processed:', () => {
  const post = (lines: readonly string[], body = '') =>
    formatRequest('POST /v1/pets', [key(), 'Content-Type: application/json', ...lines], body);
  const length = `Content-Length: ${PET.length}`;
  const keepAlive = 'Connection: keep-alive';
  const ofHttp10 = (text: string) => text.replace('HTTP/1.1', 'HTTP/1.0');
  test.each<[string, () => string]>([
    ['a length and chunks', () => post([length, chunked], PET)],
    ['chunks and a length', () => post([chunked, length], chunk + lastChunk)],
    ['two lengths', () => post([length, 'Content-Length: 0'], PET)],
    ['the same length twice', () => post([length, length], PET)],
    ['two lengths in one line', () => post([`${length}, ${PET.length}`], PET)],
    ['a length that is not a number', () => post(['Content-Length: five'], PET)],
    ['a length with a sign', () => post([`Content-Length: +${PET.length}`], PET)],
    ['a length beyond 64 bits', () => post(['Content-Length: 18446744073709551617'], PET)],
    ['a length, and a tab before its colon', () => post([`Content-Length\t: ${PET.length}`], PET)],
    ['a length after a space', () => post([` ${length}`], PET)],
    ['a space before a colon', () => post(['Transfer-Encoding : chunked'], chunk + lastChunk)],
    ['a folded header', () => post(['X-Note: one\r\n two', length], PET)],
    ['a folded coding', () => post(['Transfer-Encoding:\r\n chunked'], chunk + lastChunk)],
    ['chunked, identity', () => post(['Transfer-Encoding: chunked, identity'], chunk + lastChunk)],
    ['chunked, chunked', () => post(['Transfer-Encoding: chunked, chunked'], chunk + lastChunk)],
    ['identity', () => post(['Transfer-Encoding: identity'], PET)],
    ['xchunked', () => post(['Transfer-Encoding: xchunked'], chunk + lastChunk)],
    ['gzip', () => post(['Transfer-Encoding: gzip'], chunk + lastChunk)],
    ['chunked twice', () => post([chunked, chunked], chunk + lastChunk)],
    ['a vertical tab', () => post(['Transfer-Encoding: \vchunked'], chunk + lastChunk)],
    ['an empty coding beside a length', () => post(['Transfer-Encoding:', length], PET)],
    ['chunks of HTTP/1.0', () => ofHttp10(post([chunked, keepAlive], chunk + lastChunk))],
    ['two hosts', () => post(['Host: a', 'Host: b', length], PET)],
    ['the same host twice', () => post(['Host: a', 'Host: a', length], PET)],
    ['NUL in the value of a header', () => post(['X-Note: a\0b', length], PET)],
    ['NUL in the name of a header', () => post(['X-\0: a', length], PET)],
    ['bare LF between headers', () => post(['X-Note: a\nX-Other: b', length], PET)],
    ['bare LF everywhere', () => post([length], PET).replaceAll('\r\n', '\n')],
    ['bare LF at the end of the head', () => post([length], PET).replace('\r\n\r\n', '\r\n\n')],
    ['bare CR in a value', () => post(['X-Note: a\rX-Other: b', length], PET)],
    ['bare CR everywhere', () => post([length], PET).replaceAll('\r\n', '\r')],
  ])('%s', async (_, first) => {
    expectError(await sendBoth(first()), 400, 'invalid_request', ['header ']);
  });
});

describe('when the chunks are ambiguous, then it is a 400, and nothing after it is processed:', () => {
  test.each([
    ['a size below that of the data', `2\r\n${PET}\r\n${lastChunk}`],
    ['a size beyond 64 bits', `1000000000000000${chunk}${lastChunk}`],
    ['a negative size', `-${chunk}${lastChunk}`],
    ['a size with a sign', `+${chunk}${lastChunk}`],
    ['a size with 0x', `0x${chunk}${lastChunk}`],
    ['text after a size', `${chunk.replace('\r\n', ' x\r\n')}${lastChunk}`],
    ['bare LF behind a size', `${chunk.replace('\r\n', '\n')}${lastChunk}`],
    ['bare LF behind the data', `${chunk.slice(0, -2)}\n${lastChunk}`],
    ['bare LF in an extension', `${chunk.replace('\r\n', ';a\nb\r\n')}${lastChunk}`],
    ['bare CR in an extension', `${chunk.replace('\r\n', ';a\rb\r\n')}${lastChunk}`],
    ['no size', `\r\n${chunk}${lastChunk}`],
    ['a length in the trailer', `${chunk}0\r\nContent-Length: 9\r\n\r\n`],
  ])('%s', async (_, body) => {
    const head = [key(), 'Content-Type: application/json', chunked];
    const reply = await sendBoth(formatRequest('POST /v1/pets', head, body));
    expectError(reply, 400, 'invalid_request');
  });
});

test('when a request asks for an upgrade, then nothing after it is processed', async () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];
  const reply = await sendBoth(formatRequest('GET /v1/pets', [key(), ...upgrade]));
  expect([reply.status, reply.text]).toEqual([200, '[]']);
});

test('when CONNECT comes behind a request, then the reply to the request is sent, and no other', async () => {
  const connection = openConnection(server.url);
  const connectRequest = 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n';
  connection.send(formatRequest('POST /v1/pets', [key(), ...json(PET)], PET) + connectRequest);
  expect((await connection.reply()).status).toBe(201);
  await connection.closed;
  await expect(connection.reply()).rejects.toThrow(/^incomplete response: $/);
});

test('when chunk extensions make a short body long, then it is a 413', async () => {
  const connection = openConnection(server.url);
  const head = [key(), 'Content-Type: application/json', chunked];
  const padded = `1;${'e'.repeat(15_000)}\r\n \r\n`;
  connection.send(formatRequest('POST /v1/pets', head, padded.repeat(40)));
  expectError(await connection.reply(), 413, 'payload_too_large');
  connection.destroy();
});

test('when framing is unusual but valid, then both requests are processed', async () => {
  const connection = openConnection(server.url);
  const head = [key(), 'Content-Type: application/json', chunked];
  const extended = chunk.replace('\r\n', ';name=value\r\n');
  connection.send(`\r\n${formatRequest('POST /v1/pets', head, extended + lastChunk)}${second()}`);
  expect((await connection.reply()).status).toBe(201);
  expect((await connection.reply()).status).toBe(201);
  connection.destroy();
});

test('when the body of a counted request is invalid HTTP, then it is refused, and logged once', async () => {
  const log = collectLog();
  const logged = await startServer({ logTo: log.stream });
  const { key: other } = await logged.issueKey('free');
  const head = [`Authorization: Bearer ${other}`, 'Content-Type: application/json', chunked];
  const connection = openConnection(logged.url);
  connection.send(formatRequest('POST /v1/pets', [...head, 'X-Request-Id: r-1'], 'zz\r\n'));
  expectError(await connection.reply(), 400, 'invalid_request');
  await connection.closed;
  await logged.close(); // waits for pending requests
  expect(
    log.lines.map((line) => parseLine(line)).map(({ level, requestId }) => [level, requestId]),
  ).toEqual([[30, 'r-1']]);
});
