import { expectError } from '../../support/expect-error.js';
import { postRejected } from '../../support/post-rejected.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const PET = '{"name":"Hambone","categoryId":1}';

const postInvalid = (body: string | Uint8Array, path?: string) => postRejected(server, body, path);

describe('when a key is duplicated, then it is a 400 that names it:', () => {
  test.each([
    ['with different values', '{"name":"Hambone","categoryId":1,"name":"Emily"}', ['body /name']],
    ['with equal values', '{"name":"Hambone","name":"Hambone","categoryId":1}', ['body /name']],
    [
      'three times, reported once',
      '{"name":"a","name":"b","name":"c","categoryId":1}',
      ['body /name'],
    ],
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
    ['of which the first is valid', '{"categoryId":1,"name":"Hambone","name":7}', ['body /name']],
    ['of which the last is valid', '{"categoryId":1,"name":7,"name":"Hambone"}', ['body /name']],
    ['named __proto__', `{"__proto__":1,"__proto__":1,${PET.slice(1)}`, ['body /__proto__']],
  ])('%s', async (_, body, locations) => {
    expectError(await postInvalid(body), 400, 'invalid_request', locations);
  });

  test('nested', async () => {
    const body = '{"name":{"first":"a","first":"b"},"categoryId":1}';
    const details = expectError(await postInvalid(body), 400, 'invalid_request', [
      'body /name/first',
      'body /name',
    ]);
    expect(details.map((detail) => detail.message)).toEqual([
      'is given more than once',
      'must be of type string',
    ]);
  });
});

describe('when a key is a JavaScript property name, then it is an unknown property:', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'])(
    '%s',
    async (key) => {
      for (const value of ['1', 'null', '{"status":"sold"}', '{"prototype":{"status":"sold"}}']) {
        const body = `{"${key}":${value},${PET.slice(1)}`;
        const [detail] = expectError(await postInvalid(body), 400, 'invalid_request', [
          `body /${key}`,
        ]);
        expect(detail?.message).toBe('is not a known property');
      }
    },
  );

  test('and does not become the prototype', async () => {
    const reply = await postInvalid(`{"__proto__":${PET}}`);
    expectError(reply, 400, 'invalid_request', [
      'body /name',
      'body /categoryId',
      'body /__proto__',
    ]);
  });
});

describe('when an unknown property has special characters, then its JSON Pointer is escaped:', () => {
  test.each([
    ['', '/'],
    ['/', '/~1'],
    ['a/b', '/a~1b'],
    ['~1', '/~01'],
    ['name/first', '/name~1first'],
    ['😀', '/😀'],
  ])('"%s"', async (key, path) => {
    const body = `{"${key}":1,${PET.slice(1)}`;
    const [detail] = expectError(await postInvalid(body), 400, 'invalid_request', [`body ${path}`]);
    expect(detail?.message).toBe('is not a known property');
  });
});

describe('when a string has characters that a name must not have, then it is a 400 that names the property:', () => {
  test.each([
    ['a lone high surrogate', '\\ud800'],
    ['a lone low surrogate', 'a\\udc00b'],
    ['surrogates in the wrong order', '\\ude00\\ud83d'],
    ['NUL', 'Ham\\u0000bone'],
    ['NUL alone', '\\u0000'],
  ])('%s', async (_, text) => {
    const body = `{"name":"${text}","categoryId":1}`;
    expectError(await postInvalid(body), 400, 'invalid_request', ['body /name']);
  });

  test('a lone surrogate in a key', async () => {
    const body = `{"\\ud800":1,${PET.slice(1)}`;
    expectError(await postInvalid(body), 400, 'invalid_request', ['body /\ud800']);
  });
});
