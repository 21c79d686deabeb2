// Chromium: a page of another origin than the server's, under a strict Content Security Policy.
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { listen } from '../listen.ts';
import { BINARIES } from './binaries.ts';
import { bundleProgram, type Servers } from './bundle.ts';

type Place = 'window' | 'iframe' | 'worker' | 'service worker';

/** What the program does with the results, the page that is opened, and what is evaluated there to get the results. */
const PLACES: Readonly<Record<Place, readonly [end: string, path: string, results: string]>> = {
  window: ['globalThis.results = start();', '/page', 'globalThis.results'],
  iframe: [
    'globalThis.results = start();',
    '/',
    `new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = '/page';
      frame.onload = () => resolve(frame.contentWindow.results);
      document.body.append(frame);
    })`,
  ],
  worker: [
    'start().then((results) => postMessage(results));',
    '/',
    `new Promise((resolve, reject) => {
      const worker = new Worker('/stdin.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`,
  ],
  'service worker': [
    `addEventListener('message', (event) =>
      event.waitUntil(start().then((results) => event.source.postMessage(results))));`,
    '/',
    `new Promise((resolve, reject) => {
      const container = navigator.serviceWorker;
      container.onmessage = ({ data }) => resolve(data);
      container.register('/stdin.js', { type: 'module' }).catch(reject);
      container.ready.then(({ active }) => active.postMessage('start'));
    })`,
  ],
};
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; frame-src 'self'; connect-src http://127.0.0.1:*";

export interface Site {
  origin: string;
  run(servers: Servers, place: Place): Promise<string>;
  stop(): Promise<void>;
}

/** Its origin is known before the server starts, which has to admit it. */
export async function startSite(): Promise<Site> {
  const files = new Map<string, Uint8Array>();
  const server = createServer(({ url = '/' }, res) => {
    const file = files.get(url);
    if (file) files.clear(); // a deploy while the page is open: whatever is loaded later is gone
    res.setHeader('Content-Type', file ? 'text/javascript' : 'text/html');
    res.setHeader('Content-Security-Policy', POLICY);
    const script = url === '/page' ? '<script type="module" src="/stdin.js"></script>' : '';
    res.end(file ?? `<!doctype html><title>A shop</title><body>${script}`);
  });
  const { url: origin, stop } = await listen(server);
  return {
    origin,
    stop,
    async run(servers, place) {
      const [end, path, results] = PLACES[place];
      const outputs = await bundleProgram(servers, end, { format: 'esm', splitting: true });
      for (const { path: file, contents } of outputs) files.set(`/${basename(file)}`, contents);
      return evaluate(`${origin}${path}`, results);
    },
  };
}

async function evaluate(url: string, expression: string): Promise<string> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return JSON.stringify(await page.evaluate(expression));
  } finally {
    await browser.close();
  }
}

/** Playwright turns off the sandbox, which cannot run as root, and background network traffic. */
function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: BINARIES.chromium,
    args: ['--disable-gpu', '--disable-quic'],
  });
}
