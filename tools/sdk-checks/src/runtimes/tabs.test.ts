// Tabs: eight pages of one origin in Chromium use up a key of the free plan together. The packed mock is the service.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createMockFetch } from '@animal-store/sdk/testing';
import { build } from 'esbuild';
import { listen } from '../listen.ts';
import { PROJECT } from '../project.ts';
import { BINARIES, skipWithout } from './binaries.ts';
import { launchChromium } from './chromium.ts';

const TABS = 8;
const CALLS_PER_TAB = 20;
const FREE_PLAN = { perMinute: 60, perDay: 1_000 };
const MINUTE_MS = 60_000;
const LATENCY_MS = 30;
/** What each tab gets of the first minute: about 7 of 60. */
const MIN_PART = 3;
/** So long after the last request, all tabs wait for the next minute. */
const QUIET_MS = 1_000;

/** The function resolves with the number of its calls that were answered. */
const PAGE = `
  import { AnimalStore } from '@animal-store/sdk';
  const store = new AnimalStore({ baseUrl: '/v1', apiKey: 'as_pub_shared' });
  const options = { headers: { 'X-Tab': location.hash } };
  globalThis.start = async () => {
    const calls = Array.from({ length: ${CALLS_PER_TAB} }, () => store.listPets({}, options));
    return (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
  };`;

/** Pages and service of one origin. The service's clock stands still. */
async function startShop() {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: PROJECT() },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const mock = createMockFetch({ quota: FREE_PLAN });
  const replies: { tab: unknown; status: number; isBanned: boolean }[] = [];
  const server = createServer(async ({ url = '/', headers }, res) => {
    if (!url.startsWith('/v1/')) {
      const isScript = url === '/page.js';
      res.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      res.end(
        isScript ? outputFiles[0]?.contents : '<script type="module" src="/page.js"></script>',
      );
      return;
    }
    await setTimeout(LATENCY_MS);
    const { authorization = '', 'x-tab': tab } = headers;
    const response = await mock(`http://shop.example${url}`, { headers: { authorization } });
    const { status } = response;
    const text = await response.text();
    replies.push({ tab, status, isBanned: text.includes('key_banned') });
    res.writeHead(status, Object.fromEntries(response.headers)).end(text);
  });
  const { url, stop } = await listen(server);
  return { url, stop, replies, clock: mock.clock };
}

test('when eight tabs use up the free plan, then each has its part, and the key is not banned', {
  skip: skipWithout(BINARIES.chromium),
  timeout: 60_000,
}, async () => {
  const shop = await startShop();
  const browser = await launchChromium();
  try {
    const context = await browser.newContext();
    await context.clock.install();
    const pages = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    await Promise.all(pages.map((page, index) => page.goto(`${shop.url}/#${index}`)));
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    const answered = Promise.all(pages.map((page) => page.evaluate<number>('start()')));
    answered.then(end, end);
    let isFirstMinute = true;
    while (!isDone) {
      let count = -1;
      while (!isDone && count < shop.replies.length) {
        count = shop.replies.length;
        await setTimeout(QUIET_MS);
      }
      const replies = shop.replies.splice(0);
      const admitted = replies.filter(({ status }) => status === 200);
      assert.equal(replies.filter(({ isBanned }) => isBanned).length, 0);
      assert.ok(admitted.length <= FREE_PLAN.perMinute);
      if (isFirstMinute) {
        const parts = [...new Set(admitted.map(({ tab }) => tab))].map(
          (tab) => admitted.filter((reply) => reply.tab === tab).length,
        );
        assert.equal(parts.length, TABS);
        assert.ok(Math.min(...parts) >= MIN_PART, `the parts are ${parts}`);
        assert.ok(admitted.length > FREE_PLAN.perMinute - TABS); // the rest may be too few to share
      }
      isFirstMinute = false;
      shop.clock.advance(MINUTE_MS);
      await context.clock.fastForward(MINUTE_MS + 1_000); // the clients add up to 250 ms
    }
    for (const count of await answered) assert.equal(count, CALLS_PER_TAB);
  } finally {
    await browser.close();
    await shop.stop();
  }
});
