// A real browser, real CORS: a page of another origin drives the real service through the SDK's bundle.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { describeIfBrowser, launchBrowser } from '../../support/browser.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const PAGE = `<!doctype html><title>A shop</title><script type="module">
  import * as sdk from '/sdk.js';
  Object.assign(globalThis, { sdk });
</script>`;

/** Serves the page and the bundle, as a shop's own web server would. */
async function servePage(): Promise<{ origin: string; server: Server }> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@animal-store/sdk';", resolveDir: __dirname },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  });
  const bundle = outputFiles[0]?.text ?? '';
  const server = createServer((req, res) => {
    const isBundle = req.url === '/sdk.js';
    res.setHeader('Content-Type', isBundle ? 'text/javascript' : 'text/html');
    res.end(isBundle ? bundle : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, server };
}

describeIfBrowser('when a page of another origin uses the SDK', () => {
  let browser: Browser;
  let page: Page;
  let shop: Awaited<ReturnType<typeof servePage>>;
  let store: TestServer;
  const complaints: string[] = [];

  beforeAll(async () => {
    shop = await servePage();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    shop?.server.close();
  });

  beforeEach(async () => {
    store = await startServer({ corsOrigins: [shop.origin] });
    page = await browser.newPage();
    complaints.length = 0;
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(shop.origin);
    await page.waitForFunction('globalThis.sdk');
  });
  afterEach(async () => {
    await page.close();
    await store.close();
    expect(complaints).toEqual([]);
  });

  /** Runs `code` in the page, with `store`, a client with that key. */
  const inPage = (code: string, key = store.key) =>
    page.evaluate(
      `(async () => {
        const { AnimalStore, ApiError } = globalThis.sdk;
        const store = new AnimalStore({ baseUrl: '${store.url}/v1', apiKey: '${key}' });
        ${code}
      })()`,
    );

  test('then it creates, lists and turns pages, and reads the quota and the request id', async () => {
    const seen = await inPage(`
      for (let n = 1; n <= 5; n++) await store.createPet({ name: 'n' + n, categoryId: n === 5 ? 9007199254740993n : n, status: 'available' });
      const names = [];
      for await (const pet of store.listPets.all({ limit: 2, status: 'available' })) names.push(pet.name + ':' + pet.categoryId);
      const { rateLimit, requestId } = await store.listPets().withResponse();
      return { names, remaining: rateLimit.remaining, hasRequestId: requestId.length > 0 };
    `);
    expect(seen).toEqual({
      names: ['n1:1', 'n2:2', 'n3:3', 'n4:4', 'n5:9007199254740993'],
      remaining: 1_000_000 - 9,
      hasRequestId: true,
    });
  });

  test('then a 429 waits for the time that the service tells, and succeeds', async () => {
    const { key } = await store.issueKey('enterprise', { perMinute: 3, perDay: 1000 });
    store.clock.nowMs += 58_000; // two seconds to the minute's end
    await inPage(
      `globalThis.statuses = [];
       globalThis.shop = new AnimalStore({ baseUrl: '${store.url}/v1', apiKey: '${key}', onResponse: ({ response }) => globalThis.statuses.push(response.status) });
       await globalThis.shop.listPets();`,
    );
    while ((await store.call('/pets', { key })).status !== 429); // somebody else uses the key up
    const waiting = inPage(
      'const begun = Date.now(); const { items } = await globalThis.shop.listPets(); return { items, waited: Date.now() - begun };',
    );
    await page.waitForFunction('globalThis.statuses.includes(429)');
    store.clock.advance(2); // the service's minute turns while the page waits
    const { items, waited } = (await waiting) as { items: unknown[]; waited: number };
    expect(items).toEqual([]);
    expect(waited).toBeGreaterThanOrEqual(2000);
  });

  test('then an abort is the platform’s AbortError', async () => {
    const name = await inPage(`
      const controller = new AbortController();
      const call = store.listPets({}, { signal: controller.signal });
      controller.abort();
      return call.catch((error) => error.name);
    `);
    expect(name).toBe('AbortError');
  });

  test('then a refusal is a typed error with its code', async () => {
    const seen = await inPage(
      'return store.createPet({ name: "", categoryId: 1 }).catch((error) => ({ api: error instanceof ApiError, code: error.code, details: error.details.length }));',
    );
    expect(seen).toEqual({ api: true, code: 'invalid_request', details: 1 });
  });
});
