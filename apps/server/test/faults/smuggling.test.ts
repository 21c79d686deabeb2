// What two readers of one connection might split differently: refused, and nothing behind it is ever answered. The other
// forms of what is not HTTP stand in ../http/malformed-http.test.ts.
import { collectLog, parseLine } from '../support/collect-log.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer, type TestServer } from '../support/start-server.js';

const PET = '{"name":"Hambone","categoryId":1}';
const SECOND_PET = '{"name":"smuggled","categoryId":1}';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const key = () => `Authorization: Bearer ${server.key}`;
const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${body.length}`];

/** A whole and valid request, which must not be heard. */
const second = () => formatRequest('POST /v1/pets', [key(), ...json(SECOND_PET)], SECOND_PET);

/** Sends both at once, gives the one reply, and waits until the server has hung up. */
async function onlyReply(first: string) {
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
const whole = `${PET.length.toString(16)}\r\n${PET}\r\n`;
const last = '0\r\n\r\n';

describe('when the head can be read in two ways, then it is a 400, and nothing behind it is answered:', () => {
  const post = (lines: readonly string[], body = '') =>
    formatRequest('POST /v1/pets', [key(), 'Content-Type: application/json', ...lines], body);
  const length = `Content-Length: ${PET.length}`;
  test.each<[string, () => string]>([
    ['a length and chunks', () => post([length, chunked], PET)],
    ['chunks and a length', () => post([chunked, length], whole + last)],
    ['two lengths', () => post([length, 'Content-Length: 0'], PET)],
    ['the same length twice', () => post([length, length], PET)],
    ['two lengths in one line', () => post([`${length}, ${PET.length}`], PET)],
    ['a length with a sign', () => post([`Content-Length: +${PET.length}`], PET)],
    ['a length beyond 64 bits', () => post(['Content-Length: 18446744073709551617'], PET)],
    ['a length, and a tab before its colon', () => post([`Content-Length\t: ${PET.length}`], PET)],
    ['a length behind a blank', () => post([` ${length}`], PET)],
    ['a blank before a colon', () => post(['Transfer-Encoding : chunked'], whole + last)],
    ['a folded header', () => post(['X-Note: one\r\n two', length], PET)],
    ['a folded coding', () => post(['Transfer-Encoding:\r\n chunked'], whole + last)],
    ['chunked, identity', () => post(['Transfer-Encoding: chunked, identity'], whole + last)],
    ['chunked, chunked', () => post(['Transfer-Encoding: chunked, chunked'], whole + last)],
    ['identity', () => post(['Transfer-Encoding: identity'], PET)],
    ['xchunked', () => post(['Transfer-Encoding: xchunked'], whole + last)],
    ['gzip', () => post(['Transfer-Encoding: gzip'], whole + last)],
    ['chunked twice', () => post([chunked, chunked], whole + last)],
    ['a vertical tab before chunked', () => post(['Transfer-Encoding: \vchunked'], whole + last)],
    ['two hosts', () => post(['Host: a', 'Host: b', length], PET)],
    ['the same host twice', () => post(['Host: a', 'Host: a', length], PET)],
    ['NUL in a header’s value', () => post(['X-Note: a\0b', length], PET)],
    ['NUL in a header’s name', () => post(['X-\0: a', length], PET)],
    ['bare LF between headers', () => post(['X-Note: a\nX-Other: b', length], PET)],
    ['bare LF everywhere', () => post([length], PET).replaceAll('\r\n', '\n')],
    ['bare LF at the end of the head', () => post([length], PET).replace('\r\n\r\n', '\r\n\n')],
    ['bare CR in a value', () => post(['X-Note: a\rX-Other: b', length], PET)],
    ['bare CR everywhere', () => post([length], PET).replaceAll('\r\n', '\r')],
  ])('%s', async (_, first) => {
    expectError(await onlyReply(first()), 400, 'invalid_request', ['header ']);
  });
});

describe('when the chunks can be read in two ways, then it is a 400, and nothing behind them is answered:', () => {
  test.each([
    ['a size beyond 64 bits', `1000000000000000${whole}${last}`],
    ['a negative size', `-${whole}${last}`],
    ['a size with a sign', `+${whole}${last}`],
    ['a size with 0x', `0x${whole}${last}`],
    ['junk behind a size', `${whole.replace('\r\n', ' x\r\n')}${last}`],
    ['bare LF behind a size', `${whole.replace('\r\n', '\n')}${last}`],
    ['bare LF behind the data', `${whole.slice(0, -2)}\n${last}`],
    ['bare LF in an extension', `${whole.replace('\r\n', ';a\nb\r\n')}${last}`],
    ['bare CR in an extension', `${whole.replace('\r\n', ';a\rb\r\n')}${last}`],
    ['no size', `\r\n${whole}${last}`],
    ['a length in the trailer', `${whole}0\r\nContent-Length: 9\r\n\r\n`],
  ])('%s', async (_, body) => {
    const head = [key(), 'Content-Type: application/json', chunked];
    const reply = await onlyReply(formatRequest('POST /v1/pets', head, body));
    expectError(reply, 400, 'invalid_request');
  });
});

test('what the rules allow is read as one request after the other', async () => {
  const connection = openConnection(server.url);
  const head = [key(), 'Content-Type: application/json', chunked];
  const extended = whole.replace('\r\n', ';name=value\r\n');
  connection.send(`\r\n${formatRequest('POST /v1/pets', head, extended + last)}${second()}`);
  expect((await connection.reply()).status).toBe(201);
  expect((await connection.reply()).status).toBe(201);
  connection.destroy();
});

test('when the body of a counted request is not HTTP, then it is refused, and the log blames nobody else', async () => {
  const log = collectLog();
  const logged = await startServer({ logTo: log.stream });
  const { key: other } = await logged.issueKey('free');
  const head = [`Authorization: Bearer ${other}`, 'Content-Type: application/json', chunked];
  const connection = openConnection(logged.url);
  connection.send(formatRequest('POST /v1/pets', [...head, 'X-Request-Id: r-1'], 'zz\r\n'));
  expectError(await connection.reply(), 400, 'invalid_request');
  await connection.closed;
  await logged.close(); // until everything that was under way is done
  expect(
    log.lines.map((line) => parseLine(line)).map(({ level, requestId }) => [level, requestId]),
  ).toEqual([[30, 'r-1']]);
});
