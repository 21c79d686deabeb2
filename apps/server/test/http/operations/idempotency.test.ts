import { document } from '@animal-store/contract';
import { maxIdempotencyKeyLength } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { faultsOf, idsOf, isReplay, post, postOnce } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

type Body = Parameters<typeof post>[1];

const once = (name: string, body: Body = HAMBONE, key = server.key) =>
  postOnce(server, name, body, { key });

async function expectAnimals(...ids: number[]): Promise<void> {
  expect(idsOf(await server.call('/pets'))).toEqual(ids);
}

describe('a POST with an Idempotency-Key', () => {
  test('that is sent again gets the first answer again, marked as such, and adds no other animal', async () => {
    const first = await once('order-1');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    for (let time = 0; time < 3; time += 1) {
      const again = await once('order-1');
      expect(again.status).toBe(201);
      expect(isReplay(again)).toBe(true);
      expect(again.text).toBe(first.text);
    }
    await expectAnimals(1);
  });

  test('that left out the status is replayed without one', async () => {
    await once('a', { name: 'Emily', categoryId: 2 });
    const again = await once('a', { name: 'Emily', categoryId: 2 });
    expect(again.json).toEqual({ id: 1, name: 'Emily', categoryId: 2 });
  });

  test('gets an answer of its own under each key', async () => {
    for (const name of ['a', 'b', 'A', 'a ', 'aa']) await once(name);
    await expectAnimals(1, 2, 3, 4); // blanks around a header's value are no part of it
  });

  test('and one without add an animal each', async () => {
    await once('a');
    const without = await post(server, HAMBONE);
    expect(without.status).toBe(201);
    expect(isReplay(without)).toBe(false);
    await expectAnimals(1, 2);
  });

  test('still counts against the quota when it is replayed', async () => {
    const first = await once('a');
    const again = await once('a');
    const left = ({ headers }: { headers: Headers }) =>
      Number(headers.get('x-ratelimit-remaining'));
    expect(left(again)).toBe(left(first) - 1);
  });
});

describe('the same body', () => {
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
      'with its number written otherwise',
      '{"name":"Hambone","categoryId":7.0,"status":"available"}',
    ],
  ])('%s is replayed', async (_, body) => {
    const first = await once('a', body);
    const again = await once('a');
    expect(again.status).toBe(201);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
    await expectAnimals(1);
  });
});

describe('another body under the same key', () => {
  test.each<[string, Body]>([
    ['another name', { ...HAMBONE, name: 'hambone' }],
    ['another name by a blank', { ...HAMBONE, name: 'Hambone ' }],
    ['another category', { ...HAMBONE, categoryId: 8 }],
    ['another status', { ...HAMBONE, status: 'sold' }],
    ['no status', { name: 'Hambone', categoryId: 7 }],
  ])('with %s is a 422, and the first answer stays', async (_, body) => {
    const first = await once('a');
    const other = await once('a', body);
    expect(other.status).toBe(422);
    expect(other.json).toMatchObject({ code: 'idempotency_mismatch', status: 422 });
    expect(isReplay(other)).toBe(false);
    expect((await once('a')).json).toEqual(first.json);
    await expectAnimals(1);
  });

  test('is told apart where doubles would not', async () => {
    await once('a', '{"name":"a","categoryId":9007199254740993}');
    expect((await once('a', '{"name":"a","categoryId":9007199254740992}')).status).toBe(422);
    expect((await once('a', '{"name":"a","categoryId":9007199254740993}')).status).toBe(201);
  });
});

describe('the key', () => {
  const most = maxIdempotencyKeyLength();

  test('of another caller is independent', async () => {
    const other = await server.issueKey('free');
    await once('a');
    const theirs = await once('a', { name: 'Emily', categoryId: 2 }, other.key);
    expect(theirs.status).toBe(201);
    expect(isReplay(theirs)).toBe(false);
    expect(theirs.json).toEqual({ id: 2, name: 'Emily', categoryId: 2 });
    expect((await once('a')).json.id).toBe(1);
    expect((await once('a', { name: 'Emily', categoryId: 2 }, other.key)).json.id).toBe(2);
  });

  test.each([1, 2, most - 1, most])('may have %d characters', async (length) => {
    expect((await once('k'.repeat(length))).status).toBe(201);
    expect(isReplay(await once('k'.repeat(length)))).toBe(true);
    await expectAnimals(1);
  });

  test.each([0, most + 1, 2 * most])('of %d characters is a 400 that names it', async (length) => {
    const [fault, ...others] = faultsOf(await once('k'.repeat(length)));
    expect(fault?.toLowerCase()).toBe('header /idempotency-key');
    expect(others).toEqual([]);
    await expectAnimals();
  });

  test('may have any character that a header may have', async () => {
    const characters = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ 0aZ\u00e9\u00ff`;
    for (const character of characters) {
      const name = `a${character}b`; // blanks around a header's value are no part of it
      expect((await once(name)).status).toBe(201);
      expect(isReplay(await once(name))).toBe(true);
    }
  });

  test.each<[string, number, () => ReturnType<typeof post>]>([
    ['400', 400, () => once('a', { name: '', categoryId: 7 })],
    ['400 for its JSON', 400, () => once('a', '{"name":')],
    ['401', 401, () => once('a', HAMBONE, 'as_live_nobody')],
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
      () => once('a', `${JSON.stringify(HAMBONE)}${' '.repeat(document['x-max-body-bytes'])}`),
    ],
  ])('of a request that got a %s is not used up', async (_, status, refused) => {
    expect((await refused()).status).toBe(status);
    const reply = await once('a');
    expect(reply.status).toBe(201);
    expect(isReplay(reply)).toBe(false);
    await expectAnimals(1);
  });
});
