import { document } from '@animal-store/contract';
import { maxIdempotencyKeyLength } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { errorLocations, idsOf, isReplay, post, postOnce } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

type Body = Parameters<typeof post>[1];

const postWithKey = (name: string, body: Body = HAMBONE, key = server.key) =>
  postOnce(server, name, body, { key });

async function expectAnimals(...ids: number[]): Promise<void> {
  expect(idsOf(await server.call('/pets'))).toEqual(ids);
}

describe('when a POST has an Idempotency-Key', () => {
  test('then a repeated request replays the first response and adds nothing', async () => {
    const first = await postWithKey('order-1');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    for (let time = 0; time < 3; time += 1) {
      const again = await postWithKey('order-1');
      expect(again.status).toBe(201);
      expect(isReplay(again)).toBe(true);
      expect(again.text).toBe(first.text);
    }
    await expectAnimals(1);
  });

  test('then a replay has no status if the request had none', async () => {
    await postWithKey('a', { name: 'Emily', categoryId: 2 });
    const again = await postWithKey('a', { name: 'Emily', categoryId: 2 });
    expect(again.json).toEqual({ id: 1, name: 'Emily', categoryId: 2 });
  });

  test('then each key has its own response', async () => {
    for (const name of ['a', 'b', 'A', 'a ', 'aa']) await postWithKey(name);
    await expectAnimals(1, 2, 3, 4); // white space around a header value is not part of it
  });

  test('then a POST without a key adds another animal', async () => {
    await postWithKey('a');
    const without = await post(server, HAMBONE);
    expect(without.status).toBe(201);
    expect(isReplay(without)).toBe(false);
    await expectAnimals(1, 2);
  });

  test('then a replay counts toward the quota', async () => {
    const first = await postWithKey('a');
    const again = await postWithKey('a');
    const remaining = ({ headers }: { headers: Headers }) =>
      Number(headers.get('x-ratelimit-remaining'));
    expect(remaining(again)).toBe(remaining(first) - 1);
  });
});

describe('when the same body is sent again', () => {
  test.each([
    [
      'with its properties in another order',
      '{"status":"available","categoryId":7,"name":"Hambone"}',
    ],
    [
      'with more white space',
      ' {\n "name" : "Hambone",\t"categoryId": 7, "status": "available" }\r\n',
    ],
    ['with escapes', '{"name":"\\u0048ambone","categoryId":7,"st\\u0061tus":"available"}'],
    [
      'with its number in another notation',
      '{"name":"Hambone","categoryId":7.0,"status":"available"}',
    ],
  ])('%s, then it is a replay', async (_, body) => {
    const first = await postWithKey('a', body);
    const again = await postWithKey('a');
    expect(again.status).toBe(201);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
    await expectAnimals(1);
  });
});

describe('when another body is sent with the same key', () => {
  test.each<[string, Body]>([
    ['another name', { ...HAMBONE, name: 'hambone' }],
    ['a name with a trailing space', { ...HAMBONE, name: 'Hambone ' }],
    ['another category', { ...HAMBONE, categoryId: 8 }],
    ['another status', { ...HAMBONE, status: 'sold' }],
    ['no status', { name: 'Hambone', categoryId: 7 }],
  ])('with %s, then it is a 422 and the first response is kept', async (_, body) => {
    const first = await postWithKey('a');
    const other = await postWithKey('a', body);
    expect(other.status).toBe(422);
    expect(other.json).toMatchObject({ code: 'idempotency_mismatch', status: 422 });
    expect(isReplay(other)).toBe(false);
    expect((await postWithKey('a')).json).toEqual(first.json);
    await expectAnimals(1);
  });

  test('with integers that only differ beyond double precision, then it is a 422', async () => {
    await postWithKey('a', '{"name":"a","categoryId":9007199254740993}');
    expect((await postWithKey('a', '{"name":"a","categoryId":9007199254740992}')).status).toBe(422);
    expect((await postWithKey('a', '{"name":"a","categoryId":9007199254740993}')).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  const maxLength = maxIdempotencyKeyLength();

  test('of another API key is independent', async () => {
    const other = await server.issueKey('free');
    await postWithKey('a');
    const theirs = await postWithKey('a', { name: 'Emily', categoryId: 2 }, other.key);
    expect(theirs.status).toBe(201);
    expect(isReplay(theirs)).toBe(false);
    expect(theirs.json).toEqual({ id: 2, name: 'Emily', categoryId: 2 });
    expect((await postWithKey('a')).json.id).toBe(1);
    expect((await postWithKey('a', { name: 'Emily', categoryId: 2 }, other.key)).json.id).toBe(2);
  });

  test.each([1, 2, maxLength - 1, maxLength])('may have %d characters', async (length) => {
    expect((await postWithKey('k'.repeat(length))).status).toBe(201);
    expect(isReplay(await postWithKey('k'.repeat(length)))).toBe(true);
    await expectAnimals(1);
  });

  test.each([0, maxLength + 1, 2 * maxLength])(
    'of %d characters is a 400 that names it',
    async (length) => {
      const [location, ...others] = errorLocations(await postWithKey('k'.repeat(length)));
      expect(location?.toLowerCase()).toBe('header /idempotency-key');
      expect(others).toEqual([]);
      await expectAnimals();
    },
  );

  test('may have any character of a header value', async () => {
    const characters = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ 0aZ\u00e9\u00ff`;
    for (const character of characters) {
      const name = `a${character}b`; // white space around a header value is not part of it
      expect((await postWithKey(name)).status).toBe(201);
      expect(isReplay(await postWithKey(name))).toBe(true);
    }
  });

  test.each<[string, number, () => ReturnType<typeof post>]>([
    ['400', 400, () => postWithKey('a', { name: '', categoryId: 7 })],
    ['400 for its JSON', 400, () => postWithKey('a', '{"name":')],
    ['401', 401, () => postWithKey('a', HAMBONE, 'as_live_unknown')],
    [
      '415',
      415,
      () =>
        post(server, HAMBONE, {
          headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': 'a' },
        }),
    ],
    [
      '413',
      413,
      () =>
        postWithKey('a', `${JSON.stringify(HAMBONE)}${' '.repeat(document['x-max-body-bytes'])}`),
    ],
  ])('of a request that got a %s can be used again', async (_, status, refused) => {
    expect((await refused()).status).toBe(status);
    const reply = await postWithKey('a');
    expect(reply.status).toBe(201);
    expect(isReplay(reply)).toBe(false);
    await expectAnimals(1);
  });
});
