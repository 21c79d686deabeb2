// Browsers: a page of another origin than the server's, under a strict Content Security Policy. The program posts its results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stopProcess } from '@animal-store/service';
import { chromium } from 'playwright-core';
import { listen } from '../listen.ts';
import { BINARIES } from './binaries.ts';
import { bundleProgram, type Servers } from './bundle.ts';

const END =
  "start().then((results) => fetch('/results', { method: 'POST', body: JSON.stringify(results) }));";

/** What the page that is opened does to run the program. */
const OPENERS = {
  window: "import('/program.js');",
  iframe:
    "document.body.append(Object.assign(document.createElement('iframe'), { src: '/window' }));",
  worker: "new Worker('/program.js', { type: 'module' });",
  'service worker': "navigator.serviceWorker.register('/program.js', { type: 'module' });",
} as const;

const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; frame-src 'self'; connect-src http://127.0.0.1:*";

/** Firefox without storage, in which a BroadcastChannel throws too. What is not of this machine goes to a closed port. */
const FIREFOX_SETTINGS = {
  'network.cookie.cookieBehavior': 2,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Opens a URL. @returns a function that closes the browser */
type OpenBrowser = (url: string) => Promise<() => Promise<void>>;

/** Playwright turns off the sandbox, which cannot run as root, and background network traffic. */
export const openChromium: OpenBrowser = async (url) => {
  const args = ['--disable-gpu', '--disable-quic'];
  const browser = await chromium.launch({ executablePath: BINARIES.chromium, args });
  await (await browser.newPage()).goto(url);
  return () => browser.close();
};

export const openFirefox: OpenBrowser = async (url) => {
  const profile = mkdtempSync(join(tmpdir(), 'animal-store-firefox-'));
  const settings = Object.entries(FIREFOX_SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), settings.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, url];
  const child = spawn(BINARIES.firefox, args, { stdio: 'ignore' });
  return async () => {
    await stopProcess(child);
    rmSync(profile, { recursive: true, force: true });
  };
};

export interface Site {
  origin: string;
  run(servers: Servers, open: OpenBrowser, place: keyof typeof OPENERS): Promise<string>;
  stop(): Promise<void>;
}

/** Its origin is known before the server starts, which has to admit it. */
export async function startSite(): Promise<Site> {
  const files = new Map<string, string | Uint8Array>();
  const server = createServer(async (req, res) => {
    const { url = '/' } = req;
    const file = files.get(url);
    files.delete(url); // a deploy while the page is open: what is loaded later is gone
    res.setHeader('Content-Type', file ? 'text/javascript' : 'text/html');
    res.setHeader('Content-Security-Policy', POLICY);
    if (url === '/results') server.emit('results', await text(req));
    const script = `<script type="module" src="${url}.js"></script>`;
    res.end(file ?? `<!doctype html><title>A shop</title><body>${script}`);
  });
  const { url: origin, stop } = await listen(server);
  return {
    origin,
    stop,
    async run(servers, open, place) {
      const [program] = await bundleProgram(servers, END, { format: 'esm' });
      files.set('/program.js', program?.contents ?? '');
      for (const [name, code] of Object.entries(OPENERS))
        files.set(`/${encodeURIComponent(name)}.js`, code);
      const results = once(server, 'results', { signal: AbortSignal.timeout(60_000) });
      const close = await open(`${origin}/${encodeURIComponent(place)}`);
      try {
        return String((await results)[0]);
      } finally {
        await close();
      }
    },
  };
}
