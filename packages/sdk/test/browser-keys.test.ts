import { AnimalStore } from '../src/index.js';
import { connectWith, REX } from './support/connect.js';
import { json } from './support/scripted-server.js';

const OPTIONS = { baseUrl: 'http://127.0.0.1:9/v1' };
const MESSAGE =
  /^apiKey must (?:be|return) a publishable key \(as_pub_…\) in a browser, .* unless dangerouslyAllowBrowser is set$/;

describe('in a window', () => {
  beforeEach(() => Object.assign(globalThis, { window: { document: {} } }));
  afterEach(() => Reflect.deleteProperty(globalThis, 'window'));

  test('when the key is secret, then the constructor throws, without the key in its message', () => {
    const create = () => new AnimalStore({ ...OPTIONS, apiKey: 'as_live_secret' });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(MESSAGE);
    expect(create).not.toThrow('as_live_secret');
  });

  test('when a function returns a secret key, then the call rejects and nothing is sent', async () => {
    const apiKey = async () => 'as_live_secret';
    const { store, server } = await connectWith({ apiKey }, json(200, REX));
    await expect(store.getPet({ petId: 1 })).rejects.toThrow(MESSAGE);
    expect(server.received).toHaveLength(0);
  });

  test('when the key is publishable, then it is sent', async () => {
    const { store } = await connectWith({ apiKey: 'as_pub_x' }, json(200, REX));
    await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
  });

  test.each<[string, string | (() => string)]>([
    ['a key', 'as_live_secret'],
    ['a function', () => 'as_live_secret'],
  ])('when dangerouslyAllowBrowser is set for %s, then it is sent', async (_, apiKey) => {
    const { store } = await connectWith({ apiKey, dangerouslyAllowBrowser: true }, json(200, REX));
    await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
  });
});

test.each([
  ['a worker, which has no window', {}],
  ['React Native, whose window has no document', { window: {} }],
])('when a secret key is used in %s, then it is accepted', (_, globals) => {
  Object.assign(globalThis, globals);
  try {
    expect(() => new AnimalStore({ ...OPTIONS, apiKey: 'as_live_secret' })).not.toThrow();
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
});
