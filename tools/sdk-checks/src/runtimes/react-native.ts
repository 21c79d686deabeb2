// React Native: a context with the parts that it ships, on jsdom's XMLHttpRequest: its AbortController (until 0.80), its fetch,
// which follows redirects, its older URL, and neither crypto nor streams.
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { JSDOM } from 'jsdom';
import { bundleProgram, type Servers } from './bundle.ts';

const { resolve } = createRequire(import.meta.url);
const POLYFILLS = ['abort-controller/polyfill', 'whatwg-fetch'].map((name) => resolve(name));

/** It keeps the text, with a slash at its end, and nothing else. */
const URL_SHIM = `class URL {
  constructor(url) { this.href = url.endsWith('/') ? url : url + '/'; }
  get protocol() { throw new Error('URL.protocol is not implemented'); }
}`;

/** @param origin The server admits requests of its pages. React Native itself knows no origin. */
export async function runInReactNative(servers: Servers, origin: string): Promise<string> {
  const end = `globalThis.results = start().then(JSON.stringify);`;
  const [program] = await bundleProgram(servers, end, { format: 'iife', inject: POLYFILLS });
  const { XMLHttpRequest, Blob, FileReader, FormData } = new JSDOM('', { url: origin }).window;
  const platform = {
    XMLHttpRequest,
    Blob,
    FileReader,
    FormData,
    console,
    setTimeout,
    clearTimeout,
  };
  const context = createContext({ ...platform, navigator: { product: 'ReactNative' } });
  runInContext(`globalThis.window = globalThis; ${URL_SHIM}`, context);
  runInContext(program?.text ?? '', context);
  return runInContext('results', context);
}
