import { KEYWORDS } from '../../support/growth/body-cases.js';
import type { TestServer } from '../../support/start-server.js';
import { errorsOf, expectEchoed, put, startGrowthServer } from './growth-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startGrowthServer();
});
afterAll(() => server.close());

describe('defaults', () => {
  test('when properties are omitted, then the handler receives their defaults, also nested ones', async () => {
    const all =
      '"color":"red","size":"small","limit":5,"tags":["a","b"],"nested":{"isOn":false,"until":null}';
    expect((await put(server, 'settings', '{}')).text).toBe(`{${all}}`);
    const sent = await put(
      server,
      'settings',
      '{"size":"large","nested":{"isOn":true},"items":[{},{"weight":2}]}',
    );
    expect(sent.json).toEqual({
      color: 'red',
      size: 'large',
      limit: 5,
      tags: ['a', 'b'],
      nested: { isOn: true, until: null },
      items: [{ weight: 0.5 }, { weight: 2 }],
    });
  });

  test('when one request changes its defaults, then the next one has its own', async () => {
    await put(server, 'settings', '{"tags":["c"]}');
    expect((await put(server, 'settings', '{}')).json).toMatchObject({ tags: ['a', 'b'] });
  });

  test('when a branch of a union is selected, then its defaults are filled in', async () => {
    const cat = await put(server, 'animal', '{"kind":"cat","lives":1}');
    expect(cat.json).toEqual({ kind: 'cat', lives: 1, mood: 'calm' });
    const owner = await put(server, 'nullable', '{"owner":{"name":"a"}}');
    expect(owner.json).toEqual({ owner: { name: 'a', age: 1 } });
    await expectEchoed(server, 'animal', ['{"kind":"dog","trainedBy":1}']);
  });

  test('when schemas are composed, then the defaults of each are filled in', async () => {
    const reply = await put(server, 'composed', '{"name":"a"}');
    expect(reply.json).toEqual({ name: 'a', nickname: 'none', size: 1 });
  });
});

test('when schemas are composed, then a value must be valid for each, and unknown properties are refused', async () => {
  expect(errorsOf(await put(server, 'composed', '{"size":0}'))).toEqual([
    '/name required is required',
    '/size minimum must be at least 1',
  ]);
  expect(errorsOf(await put(server, 'composed', '{"name":"a","colour":"red"}'))).toEqual([
    '/colour unknown is not a known property',
  ]);
});

test('when the contract has a map, then names and values are checked, and integers are exact', async () => {
  await expectEchoed(server, 'map', ['{}', '{"a":[9007199254740993],"b":[1,2]}']);
  expect(errorsOf(await put(server, 'map', '{"a":[],"B":[1]}')).sort()).toEqual([
    ' invalid has a property name that the contract does not allow',
    '/a min_items must have at least 1 item',
  ]);
  expect(errorsOf(await put(server, 'map', '{"a":[1],"b":[1],"c":[1],"d":[1]}'))).toEqual([
    ' max_properties must have at most 3 properties',
  ]);
});

test.each(KEYWORDS)(
  'when a body has keywords of JSON Schema, then they are checked: %s',
  async (text, errors) => {
    if (errors.length === 0) await expectEchoed(server, 'keywords', [text]);
    else expect(errorsOf(await put(server, 'keywords', text))).toEqual(errors);
  },
);

describe('an optional body', () => {
  const send = (init: { body?: string; headers?: Record<string, string> }) =>
    server.call('/growth/note', { method: 'PUT', ...init });

  test('when it is omitted, with or without a media type, then the handler receives none', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await send({})).json).toEqual({ isSent: false });
    expect((await send({ headers })).json).toEqual({ isSent: false });
    expect((await send({ headers, body: '' })).json).toEqual({ isSent: false });
  });

  test('when it is sent, then it is validated', async () => {
    expect((await put(server, 'note', '{"text":"a"}')).json).toEqual({
      isSent: true,
      note: { text: 'a' },
    });
    expect(errorsOf(await put(server, 'note', '{}'))).toEqual(['/text required is required']);
    expect(errorsOf(await put(server, 'note', 'null'))).toEqual([' type must be of type object']);
  });
});

test.each(['animal', 'ids', 'text', 'nothing', 'place', 'composed', 'settings'])(
  'when the required body of %s is empty, then it is a 400',
  async (name) => {
    expect(errorsOf(await put(server, name, ''))).toEqual([' required is required']);
  },
);
