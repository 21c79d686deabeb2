import { petStatuses } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { errorLocations, post } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };

async function expectNothingAdded(): Promise<void> {
  expect((await server.call('/pets')).json).toEqual([]);
}

describe('createPet', () => {
  test('adds an animal and returns it with its new id', async () => {
    const reply = await post(server, HAMBONE);
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({ id: 1, ...HAMBONE });
    expect(reply.headers.has('idempotency-replayed')).toBe(false);
    expect((await server.call('/pets/1')).json).toEqual({ id: 1, ...HAMBONE });
  });

  test.each(petStatuses())('accepts the status %s', async (status) => {
    const reply = await post(server, { ...HAMBONE, status });
    expect(reply.status).toBe(201);
    expect(reply.json.status).toBe(status);
    expect((await server.call(`/pets?status=${status}`)).json).toEqual([reply.json]);
  });

  test('when the status is omitted, then the animal has none and matches no filter', async () => {
    const reply = await post(server, { name: 'Emily', categoryId: 2 });
    expect(reply.status).toBe(201);
    const emily = { id: 1, name: 'Emily', categoryId: 2 };
    expect(reply.json).toEqual(emily);
    expect((await server.call('/pets/1')).json).toEqual(emily);
    expect((await server.call('/pets')).json).toEqual([emily]);
    for (const status of petStatuses()) {
      expect((await server.call(`/pets?status=${status}`)).json).toEqual([]);
    }
  });

  test('identical animals get different ids', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(server, HAMBONE)));
    const ids = replies.map((reply) => reply.json.id).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test('accepts white space and any order of properties', async () => {
    const reply = await post(server, ' {\r\n\t"categoryId" : 7 , "name":"Hambone" }\n');
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({ id: 1, name: 'Hambone', categoryId: 7 });
  });

  test('accepts escape sequences', async () => {
    const reply = await post(
      server,
      '{"\\u006eame":"H\\u00e4mb\\/one \\ud83d\\ude00","categoryId":7}',
    );
    expect(reply.status).toBe(201);
    expect(reply.json.name).toBe('Hämb/one 😀');
  });

  test('when the request has no key, then it is a 401 and nothing is added', async () => {
    const reply = await post(server, HAMBONE, { key: null });
    expect(reply.status).toBe(401);
    expect(reply.json).toMatchObject({ code: 'unauthorized', status: 401 });
    await expectNothingAdded();
  });

  test('has no deprecation headers', async () => {
    const { headers } = await post(server, HAMBONE);
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers.has(name)).toBe(false);
  });
});

describe('when the body violates the contract, then it is a 400 that names every error, and nothing is added:', () => {
  test.each<[string, string, string[]]>([
    ['no properties', '{}', ['body /categoryId', 'body /name']],
    ['no name', '{"categoryId":1}', ['body /name']],
    ['no categoryId', '{"name":"a"}', ['body /categoryId']],
    ['null for a name', '{"name":null,"categoryId":1}', ['body /name']],
    ['a number for a name', '{"name":5,"categoryId":1}', ['body /name']],
    ['an array for a name', '{"name":["a"],"categoryId":1}', ['body /name']],
    ['an object for a name', '{"name":{"first":"a"},"categoryId":1}', ['body /name']],
    ['null for a categoryId', '{"name":"a","categoryId":null}', ['body /categoryId']],
    ['text for a categoryId', '{"name":"a","categoryId":"1"}', ['body /categoryId']],
    ['true for a categoryId', '{"name":"a","categoryId":true}', ['body /categoryId']],
    ['a fraction for a categoryId', '{"name":"a","categoryId":1.5}', ['body /categoryId']],
    ['null for a status', '{"name":"a","categoryId":1,"status":null}', ['body /status']],
    ['an empty status', '{"name":"a","categoryId":1,"status":""}', ['body /status']],
    ['a status in capitals', '{"name":"a","categoryId":1,"status":"SOLD"}', ['body /status']],
    ['an unknown status', '{"name":"a","categoryId":1,"status":"lost"}', ['body /status']],
    ['an array for a status', '{"name":"a","categoryId":1,"status":["sold"]}', ['body /status']],
    ['an id', '{"id":5,"name":"a","categoryId":1}', ['body /id']],
    ['an id of null', '{"id":null,"name":"a","categoryId":1}', ['body /id']],
    ['an unknown property', '{"name":"a","categoryId":1,"colour":"red"}', ['body /colour']],
    ['a name in capitals', '{"Name":"a","categoryId":1}', ['body /Name', 'body /name']],
    [
      'an inherited name',
      '{"__proto__":{"name":"a"},"categoryId":1}',
      ['body /__proto__', 'body /name'],
    ],
    ['a property twice', '{"name":"a","name":"b","categoryId":1}', ['body /name']],
    [
      'a property twice, once escaped',
      '{"name":"a","n\\u0061me":"a","categoryId":1}',
      ['body /name'],
    ],
    [
      'errors in every property',
      '{"name":"","categoryId":"x","status":"y","id":1}',
      ['body /categoryId', 'body /id', 'body /name', 'body /status'],
    ],
    ['an array', '[{"name":"a","categoryId":1}]', ['body ']],
    ['null', 'null', ['body ']],
    ['a text', '"Hambone"', ['body ']],
    ['a number', '9007199254740993', ['body ']],
    ['nothing', '', ['body ']],
    ['white space', ' \n ', ['body ']],
    ['half an object', '{"name":"a","categoryId":1', ['body ']],
    ['two objects', '{"name":"a","categoryId":1}{}', ['body ']],
    ['a trailing comma', '{"name":"a","categoryId":1,}', ['body ']],
    ['single quotes', "{'name':'a','categoryId':1}", ['body ']],
    ['a comment', '{"name":"a","categoryId":1/**/}', ['body ']],
    ['NaN', '{"name":"a","categoryId":NaN}', ['body ']],
    ['a hexadecimal number', '{"name":"a","categoryId":0x10}', ['body ']],
    ['a plus sign', '{"name":"a","categoryId":+1}', ['body ']],
    ['a leading zero', '{"name":"a","categoryId":01}', ['body ']],
    ['form data', 'name=a&categoryId=1', ['body ']],
  ])('%s', async (_, body, locations) => {
    expect(errorLocations(await post(server, body)).sort()).toEqual(locations);
    await expectNothingAdded();
  });

  test.each([
    ['offset=1', ['query /offset']],
    ['name=b&status=sold', ['query /name', 'query /status']],
  ])('when the query is %p', async (query, locations) => {
    const reply = await server.call(`/pets?${query}`, { method: 'POST', json: HAMBONE });
    expect(errorLocations(reply)).toEqual(locations);
    await expectNothingAdded();
  });
});
