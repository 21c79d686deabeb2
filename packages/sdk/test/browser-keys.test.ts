// Secret keys in browsers, and on platforms that only look like one.
import { AnimalStore } from '../src/index.js';
import { connectWith, REX } from './support/connect.js';
import { expectRefusal, json } from './support/scripted-server.js';

const OPTIONS = { baseUrl: 'http://127.0.0.1:9/v1' };
const ALLOWED = { dangerouslyAllowBrowser: true };
const MESSAGE =
  /^apiKey must be or return a publishable key \(as_pub_…\) in a browser, unless dangerouslyAllowBrowser is set$/;

const { process } = globalThis;
const WINDOW = { window: { document: {} } };

describe('in a window', () => {
  beforeEach(() => Object.assign(globalThis, WINDOW, { process: undefined }));
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window');
    Object.assign(globalThis, { process });
  });

  test('when the key is secret, then the constructor throws, without the key in its message', () => {
    const create = () => new AnimalStore({ ...OPTIONS, apiKey: 'as_live_secret' });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(MESSAGE);
    expect(create).not.toThrow('as_live_secret');
  });

  test('when a function returns a secret key, then the call rejects and nothing is sent', async () => {
    const apiKey = async () => 'as_live_secret';
    const { store, server } = await connectWith({ apiKey }, json(200, REX));
    await expectRefusal(store.getPet({ petId: 1 }), MESSAGE, server);
  });

  test.each<[string, string | (() => string), object]>([
    ['the key is publishable', 'as_pub_x', {}],
    ['dangerouslyAllowBrowser is set for a key', 'as_live_secret', ALLOWED],
    ['dangerouslyAllowBrowser is set for a function', () => 'as_live_secret', ALLOWED],
  ])('when %s, then it is sent', async (_, apiKey, options) => {
    const { store } = await connectWith({ apiKey, ...options }, json(200, REX));
    await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
  });
});

describe('when a secret key is used outside a window', () => {
  const WORKER = { WorkerGlobalScope: Object };
  const agent = (userAgent: string) => ({ navigator: { userAgent } });
  const CHROME = agent('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36');
  const { navigator } = globalThis;
  const set = (globals: object) => {
    for (const [name, value] of Object.entries(globals))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  afterEach(() => {
    set({ navigator, process });
    for (const name of ['window', 'WorkerGlobalScope']) Reflect.deleteProperty(globalThis, name);
  });

  test.each([
    ['accepted in Node', { process }, true],
    ['accepted in Node with a DOM', { ...WINDOW, process }, true],
    ['accepted in React Native, whose window has no document', { window: {}, ...CHROME }, true],
    ['accepted in Deno’s workers', { ...WORKER, ...agent('Deno/2.5.0') }, true],
    ['accepted in Bun’s workers', { ...WORKER, ...agent('Bun/1.3.0') }, true],
    ['accepted in Cloudflare Workers', { ...WORKER, ...agent('Cloudflare-Workers') }, true],
    ['accepted in workers without a navigator', { ...WORKER, navigator: undefined }, true],
    ['refused in workers of a browser', { ...WORKER, ...CHROME }, false],
  ])('then it is %s', (_, globals, isAccepted) => {
    set({ process: undefined, ...globals });
    const create = () => new AnimalStore({ ...OPTIONS, apiKey: 'as_live_secret' });
    if (isAccepted) expect(create).not.toThrow();
    else expect(create).toThrow(MESSAGE);
  });
});
