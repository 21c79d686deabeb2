import { expectError } from '../../support/expect-error.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const PET = '{"name":"Hambone","categoryId":1}';

/** Posts what must be refused, and makes sure that nothing of it was kept. */
async function refused(body: string | Uint8Array, path = '/pets'): Promise<TestResponse> {
  const reply = await server.call(path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  expect((await server.call('/pets')).json).toEqual([]);
  return reply;
}

describe('when a key is there twice, then it is a 400 that names it:', () => {
  test.each([
    ['with different values', '{"name":"Hambone","categoryId":1,"name":"Emily"}', ['body /name']],
    ['with equal values', '{"name":"Hambone","name":"Hambone","categoryId":1}', ['body /name']],
    ['three times, once', '{"name":"a","name":"b","name":"c","categoryId":1}', ['body /name']],
    [
      'both keys',
      '{"name":"a","categoryId":1,"name":"a","categoryId":1}',
      ['body /name', 'body /categoryId'],
    ],
    [
      'spelt with an escape',
      '{"name":"Hambone","na\\u006de":"Emily","categoryId":1}',
      ['body /name'],
    ],
    ['where the first would do', '{"categoryId":1,"name":"Hambone","name":7}', ['body /name']],
    ['where the last would do', '{"categoryId":1,"name":7,"name":"Hambone"}', ['body /name']],
    ['named __proto__', `{"__proto__":1,"__proto__":1,${PET.slice(1)}`, ['body /__proto__']],
  ])('%s', async (_, body, places) => {
    expectError(await refused(body), 400, 'invalid_request', places);
  });

  test('nested', async () => {
    const body = '{"name":{"first":"a","first":"b"},"categoryId":1}';
    const details = expectError(await refused(body), 400, 'invalid_request', [
      'body /name/first',
      'body /name',
    ]);
    expect(details.map((detail) => detail.message)).toEqual([
      'is given more than once',
      'must be of type string',
    ]);
  });
});

describe('when a key is the name of something in JavaScript, then it is an unknown property like any other:', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'])(
    '%s',
    async (key) => {
      for (const value of ['1', 'null', '{"status":"sold"}', '{"prototype":{"status":"sold"}}']) {
        const body = `{"${key}":${value},${PET.slice(1)}`;
        const [detail] = expectError(await refused(body), 400, 'invalid_request', [`body /${key}`]);
        expect(detail?.message).toBe('is not a known property');
      }
    },
  );

  test('and lends its object nothing', async () => {
    const reply = await refused(`{"__proto__":${PET}}`);
    expectError(reply, 400, 'invalid_request', [
      'body /name',
      'body /categoryId',
      'body /__proto__',
    ]);
  });
});

describe('when an unknown property has an odd name, then its JSON Pointer is escaped:', () => {
  test.each([
    ['', '/'],
    ['/', '/~1'],
    ['a/b', '/a~1b'],
    ['~1', '/~01'],
    ['name/first', '/name~1first'],
    ['😀', '/😀'],
  ])('%j', async (key, path) => {
    const body = `{"${key}":1,${PET.slice(1)}`;
    const [detail] = expectError(await refused(body), 400, 'invalid_request', [`body ${path}`]);
    expect(detail?.message).toBe('is not a known property');
  });
});

describe('when an unknown property has an odd name, then its JSON Pointer is escaped:', () => {
  test.each([
    ['', '/'],
    ['/', '/~1'],
    ['a/b', '/a~1b'],
    ['~1', '/~01'],
    ['name/first', '/name~1first'],
    ['😀', '/😀'],
  ])('%j', async (key, path) => {
    const body = `{"${key}":1,${PET.slice(1)}`;
    const [detail] = expectError(await refused(body), 400, 'invalid_request', [`body ${path}`]);
    expect(detail?.message).toBe('is not a known property');
  });
});

describe('when a text holds what no name may, then it is a 400 that names the property:', () => {
  test.each([
    ['a lone high surrogate', '\\ud800'],
    ['a lone low surrogate', 'a\\udc00b'],
    ['surrogates the wrong way round', '\\ude00\\ud83d'],
    ['NUL', 'Ham\\u0000bone'],
    ['NUL alone', '\\u0000'],
  ])('%s', async (_, text) => {
    const body = `{"name":"${text}","categoryId":1}`;
    expectError(await refused(body), 400, 'invalid_request', ['body /name']);
  });

  test('a lone surrogate in a key', async () => {
    const body = `{"\\ud800":1,${PET.slice(1)}`;
    expectError(await refused(body), 400, 'invalid_request', ['body /\ud800']);
  });
});
