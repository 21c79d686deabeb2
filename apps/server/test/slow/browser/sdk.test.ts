// The SDK in a browser: a page of another origin calls the server with CORS.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { describeIfBrowser, launchBrowser, waitForExpression } from '../../support/browser.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const PAGE = `<!doctype html><title>A shop</title><script type="module">
  import * as sdk from '/sdk.js';
  Object.assign(globalThis, { sdk });
</script>`;

/** Serves the page and the bundle of the SDK. */
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
  const errors: string[] = [];

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
    errors.length = 0;
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(shop.origin);
    await waitForExpression(page, 'globalThis.sdk');
  });
  afterEach(async () => {
    await page.close();
    await store.close();
    expect(errors).toEqual([]);
  });

  /** Runs `code` in the page. `store` is a client with the key. */
  const inPage = (code: string, key = store.key) =>
    page.evaluate(
      `(async () => {
        const { AnimalStore, ApiError } = globalThis.sdk;
        const store = new AnimalStore({ baseUrl: '${store.url}/v1', apiKey: '${key}', dangerouslyAllowBrowser: true });
        ${code}
      })()`,
    );

  test('then it creates and lists animals, and reads the quota and the request id', async () => {
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

  test('and gets a 429, then it waits for Retry-After and succeeds', async () => {
    const { key } = await store.issueKey('enterprise', { perMinute: 3, perDay: 1000 });
    store.clock.nowMs += 58_000; // two seconds before the end of the minute
    await inPage(
      `globalThis.statuses = [];
       globalThis.shop = new AnimalStore({ baseUrl: '${store.url}/v1', apiKey: '${key}', dangerouslyAllowBrowser: true, onResponse: ({ response }) => globalThis.statuses.push(response.status) });
       await globalThis.shop.listPets();`,
    );
    while ((await store.call('/pets', { key })).status !== 429); // another client uses up the quota
    const waiting = inPage(
      'const begun = Date.now(); const { items } = await globalThis.shop.listPets(); return { items, waited: Date.now() - begun };',
    );
    await waitForExpression(page, 'globalThis.statuses.includes(429)');
    store.clock.advance(2); // the minute ends while the page waits
    const { items, waited } = (await waiting) as { items: unknown[]; waited: number };
    expect(items).toEqual([]);
    expect(waited).toBeGreaterThanOrEqual(2000);
  });

  test('and aborts, then the error is a DOM AbortError', async () => {
    const name = await inPage(`
      const controller = new AbortController();
      const call = store.listPets({}, { signal: controller.signal });
      controller.abort();
      return call.catch((error) => error.name);
    `);
    expect(name).toBe('AbortError');
  });

  test('and gets an error, then it is typed and has its code', async () => {
    const seen = await inPage(
      'return store.createPet({ name: "", categoryId: 1 }).catch((error) => ({ api: error instanceof ApiError, code: error.code, details: error.details.length }));',
    );
    expect(seen).toEqual({ api: true, code: 'invalid_request', details: 1 });
  });
});
