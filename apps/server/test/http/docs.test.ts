import { document } from '@animal-store/contract';
import { quotaOf } from '../support/contract-values.js';
import { DOCS_FILES, linkedFiles } from '../support/docs-files.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';
import { startServer, type TestServer } from '../support/start-server.js';

describe('/docs', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

  test.each(['/docs', '/docs/', '/docs?a=1', '/docs/?a=1'])(
    'when %s is requested, then all files of the page exist and are immutable',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const loaded = linkedFiles(await response.text());
      const cacheControls = [];
      for (const address of loaded) {
        const file = await fetch(new URL(address, response.url));
        expect([address, file.status]).toEqual([address, 200]);
        cacheControls.push(file.headers.get('cache-control'));
      }
      const immutable = 'public, max-age=31536000, immutable';
      // the style sheet, the feed, the contract, and the script
      expect(cacheControls).toEqual([immutable, 'no-cache', 'no-store', immutable]);
    },
  );

  test.each(['/docs', '/docs/'])(
    'the links of the page at %s lead to its neighbours',
    async (path) => {
      const response = await get(path);
      const html = await response.text();
      const targets = [...html.matchAll(/<a href="([^"#]+)"/g)].map(([, address = '']) =>
        new URL(address, response.url).href.slice(server.url.length),
      );
      expect(new Set(targets)).toEqual(
        new Set(['/docs/changes', '/openapi.json', '/docs/changes.atom']),
      );
      expect(new URL(/data-sdk="([^"]+)"/.exec(html)?.[1] ?? '', response.url).pathname).toBe(
        '/docs/sdk.js',
      );
    },
  );

  test('when /docs/changes is requested, then all files of the page exist, and it is revalidated', async () => {
    const response = await get('/docs/changes');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{16}"$/);
    const html = await response.text();
    const cacheControls = [];
    for (const address of linkedFiles(html)) {
      const file = await fetch(new URL(address, response.url));
      expect([address, file.status]).toEqual([address, 200]);
      cacheControls.push(file.headers.get('cache-control'));
    }
    const immutable = 'public, max-age=31536000, immutable';
    expect(cacheControls).toEqual([immutable, 'no-cache', 'no-store', immutable]);
  });

  test.each(['/docs', '/docs/changes'])(
    'the Content-Security-Policy of %s allows only this server, and no frames',
    async (path) => {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      expect(policy.split('; ').sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
      ]);
    },
  );

  test.each(DOCS_FILES)(
    '%s has its media type, an ETag and no source map',
    async (name, contentType) => {
      const response = await get(`/docs/${name}`, { headers: { 'Accept-Encoding': 'identity' } });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).not.toContain('# sourceMappingURL=');
      const etag = response.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{16}"$/);
      // raw, because fetch adds a Cache-Control header
      const conditional = formatRequest(`GET /docs/${name}`, [`If-None-Match: ${etag}`]);
      const again = await sendRaw(server.url, conditional);
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  test('when a file is requested with an outdated hash, then it is revalidated', async () => {
    const response = await get('/docs/reference.js?v=old');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/docs', '/docs/changes', '/docs/reference.css'])(
    'when %s is requested with HEAD, then it is a GET without a body',
    async (path) => {
      const [full, head] = [await get(path), await get(path, { method: 'HEAD' })];
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy']) {
        expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)]);
      }
    },
  );

  test.each([
    '/docs/nothing.js',
    '/docs/reference.js.map',
    '/docs/index.html',
    '/docs/changes/',
    '/docs/changes.html',
    '/docs/changes/changes.atom',
    '/docs/constructor',
    '/docs/reference.js/',
    '/docs//reference.js',
    '/Docs',
    '/docsx',
    '/docs/../package.json',
    '/docs/../../etc/passwd',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%5cpackage.json',
    '/docs/%zz',
    '/docs/reference.js%00.css',
  ])('when %s is requested, then it is a JSON 404', async (path) => {
    // raw, because fetch would resolve the dots
    expectError(await sendRaw(server.url, formatRequest(`GET ${path}`)), 404, 'not_found');
  });

  test('needs no key, counts no request and works when the quota is used up', async () => {
    const free = { ...quotaOf('free'), perMinute: 2 };
    await server.close();
    server = await startServer({
      edit: (contract) => Object.assign(contract['x-rate-limit-plans'], { free }),
    });
    for (let count = 0; count < 3; count += 1) await get('/docs');
    const listPets = () => server.call('/pets', { key: null });
    expect((await listPets()).headers.get('x-ratelimit-remaining')).toBe('1');
    await listPets();
    expect((await listPets()).status).toBe(429);
    const response = await get('/docs', { headers: { Authorization: 'Bearer nonsense' } });
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  });

  test('when the contract has markup, then the page has it as text', async () => {
    await server.close();
    server = await startServer({
      edit: (contract) =>
        Object.assign(contract.info, {
          title: 'A <b>"shop"</b> & more',
          description: '<script>x</script>\n\n[a](javascript:x)',
        }),
    });
    const page = await (await get('/docs')).text();
    expect(page).toContain(
      `<title>A &#60;b&#62;&#34;shop&#34;&#60;/b&#62; &#38; more ${document.info.version}: API reference</title>`,
    );
    expect(page).toContain('&#60;script&#62;x');
    expect(page).not.toMatch(/javascript:|<script>|<style|style="|onclick/);
  });

  test.each(['br', 'gzip'])(
    'when a client accepts %s, then the page is compressed, with an ETag of its own',
    async (encoding) => {
      const [plain, compressed] = await Promise.all(
        ['identity', encoding].map((accepted) =>
          sendRaw(server.url, formatRequest('GET /docs', [`Accept-Encoding: ${accepted}`])),
        ),
      );
      expect(compressed?.headers.get('content-encoding')).toBe(encoding);
      expect(compressed?.headers.get('vary')).toBe('Accept-Encoding');
      expect(compressed?.headers.get('etag')).not.toBe(plain?.headers.get('etag'));
      expect(Number(compressed?.headers.get('content-length'))).toBeLessThan(60_000);
    },
  );

  test('when the page is loaded, then at most 60,000 bytes are transferred, 15,000 of them script', async () => {
    const sizes = new Map<string, number>();
    for (const path of ['/docs', '/docs/reference.css', '/docs/reference.js']) {
      const { headers } = await get(path, {
        method: 'HEAD',
        headers: { 'Accept-Encoding': 'gzip' },
      });
      sizes.set(path, Number(headers.get('content-length')));
    }
    expect(sizes.get('/docs/reference.js')).toBeLessThan(15_000);
    expect([...sizes.values()].reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });
});
