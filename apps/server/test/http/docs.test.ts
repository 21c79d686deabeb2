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
      expect(loaded).toHaveLength(4);
      for (const address of loaded) {
        const file = await fetch(new URL(address, response.url));
        expect([address, file.status]).toEqual([address, 200]);
        expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    },
  );

  test.each(['/docs', '/docs/'])('the page at %s loads /openapi.json', async (path) => {
    const response = await get(path);
    const [, address = ''] = /data-contract="([^"]*)"/.exec(await response.text()) ?? [];
    expect(new URL(address, response.url).href).toBe(`${server.url}/openapi.json`);
  });

  test('scripts import other scripts by hash, as immutable files', async () => {
    for (const [name] of DOCS_FILES.filter(([file]) => /^(?!swagger).*\.js$/.test(file))) {
      const url = `${server.url}/docs/${name}`;
      const imports = (await (await fetch(url)).text()).matchAll(/ from '(\.[^']+)'/g);
      for (const [, address = ''] of imports) {
        const imported = await fetch(new URL(address, url));
        expect([address, imported.headers.get('cache-control')]).toEqual([
          address,
          'public, max-age=31536000, immutable',
        ]);
      }
    }
  });

  test.each(['/docs', '/docs/'])('the page at %s links to the page of changes', async (path) => {
    const response = await get(path);
    const [, address = ''] = /data-changes="([^"]*)"/.exec(await response.text()) ?? [];
    const changes = await fetch(new URL(address, response.url));
    expect([changes.url, changes.status]).toEqual([`${server.url}/docs/changes`, 200]);
  });

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
    expect(cacheControls).toEqual(['public, max-age=31536000, immutable', 'no-cache']);
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
      const response = await get(`/docs/${name}`);
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
    const response = await get('/docs/start.js?v=old');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/docs', '/docs/changes', '/docs/swagger-ui.css'])(
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
    '/docs/swagger-ui-bundle.js.map',
    '/docs/index.html',
    '/docs/changes/',
    '/docs/changes.html',
    '/docs/changes/changes.atom',
    '/docs/constructor',
    '/docs/start.js/',
    '/docs//start.js',
    '/Docs',
    '/docsx',
    '/docs/../package.json',
    '/docs/../../etc/passwd',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%5cpackage.json',
    '/docs/%zz',
    '/docs/start.js%00.css',
  ])('when %s is requested, then it is a JSON 404', async (path) => {
    // raw, because fetch would resolve the dots
    expectError(await sendRaw(server.url, formatRequest(`GET ${path}`)), 404, 'not_found');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])(
    'when the method is %s, then it is a 405',
    async (method) => {
      for (const path of ['/docs', '/docs/changes', '/docs/start.js']) {
        expectError(
          await sendRaw(server.url, formatRequest(`${method} ${path}`)),
          405,
          'method_not_allowed',
        );
      }
    },
  );

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

  test('serves the contract with this server as the server to try', async () => {
    await server.close();
    server = await startServer({
      edit: (contract) => Object.assign(contract.info, { title: 'A <b>"shop"</b> & more' }),
    });
    const contract = JSON.parse(await (await get('/openapi.json')).text());
    expect(contract).not.toHaveProperty('x-reference');
    expect(JSON.parse(await (await get('/docs/reference.json')).text())).toEqual({
      ...contract,
      servers: [{ url: '/v1', description: 'This server' }],
      'x-published-servers': document.servers,
      'x-reference': expect.objectContaining({ installCommand: 'npm install @animal-store/sdk' }),
    });
    expect(await (await get('/docs')).text()).toContain(
      `<title>A &#60;b&#62;&#34;shop&#34;&#60;/b&#62; &#38; more ${document.info.version}: API reference</title>`,
    );
  });
});
