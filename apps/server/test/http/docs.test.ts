// The reference page below /docs: its files, how they are cached and compressed, and that it needs no key.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { document } from '@animal-store/contract/document';
import { quotaOf } from '../support/contract-values.js';
import { DOCS_FILES, linkedFiles } from '../support/docs-files.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';
import { useSharedServer } from '../support/use-server.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const server = useSharedServer({
  edit: (contract) => {
    Object.assign(contract['x-rate-limit-plans'], { free: { ...quotaOf('free'), perMinute: 2 } });
    Object.assign(contract.info, {
      title: 'A <b>"shop"</b> & more',
      description: '<script>x</script>\n\n[a](javascript:x)',
    });
  },
});
const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

test.each(['/docs', '/docs/', '/docs?a=1', '/docs/?a=1'])(
  'when %s is requested, then it is revalidated, and all its files exist and are immutable',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{16}"$/),
    });
    const cacheControls = [];
    for (const address of linkedFiles(await response.text())) {
      const file = await fetch(new URL(address, response.url));
      expect([address, file.status]).toEqual([address, 200]);
      cacheControls.push(file.headers.get('cache-control'));
    }
    // the style sheet, the contract, and the script
    expect(cacheControls).toEqual([IMMUTABLE, 'no-store', IMMUTABLE]);
  },
);

test.each(['/docs', '/docs/'])(
  'the links of %s lead to the contract and the release notes',
  async (path) => {
    const response = await get(path);
    const html = await response.text();
    const targets = [...html.matchAll(/<a href="([^"#]+)"/g)].map(([, address]) => address);
    const manifest = require.resolve('@animal-store/sdk/package.json');
    const { repository } = JSON.parse(readFileSync(manifest, 'utf8'));
    const source = repository.url.replace(
      /^git\+(.*)\.git$/,
      `$1/blob/HEAD/${repository.directory}`,
    );
    expect(targets).toEqual([`${source}/CHANGELOG.md`, '/openapi.json']);
    expect(html).toContain(' data-sdk="/docs/sdk.js"');
  },
);

test.each(['/docs/changes', '/docs/changes?a=1', '/docs/changes.atom'])(
  'when %s is requested, which earlier versions had, then it redirects to the page for good',
  async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await get(path, { method, redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([308, '/docs']);
    }
    expect((await get(path)).status).toBe(200);
  },
);

test('the Content-Security-Policy of the page allows only this server, and no frames', async () => {
  const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
  const wanted = `base-uri 'none'; connect-src 'self'; default-src 'none'; form-action 'none';
    frame-ancestors 'none'; img-src 'self' data:; script-src 'self'; style-src 'self'`;
  expect(policy.split('; ').sort()).toEqual(wanted.split(/;\s+/));
});

test.each([...DOCS_FILES, ['reference.js?v=old', 'text/javascript; charset=utf-8'] as const])(
  'when %s is requested, then it is revalidated by its ETag, as %s without a source map',
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

test.each([
  [304, ['If-None-Match: "other", W/{etag}']],
  [304, ['If-None-Match: *']],
  [200, ['If-None-Match: "other"']],
  [200, ['If-None-Match: {etag}', 'Cache-Control: no-cache']],
])('when a file is requested, then the status is %s for %j', async (status, lines) => {
  const plain = { headers: { 'Accept-Encoding': 'identity' } };
  const etag = (await get('/docs/reference.css', plain)).headers.get('etag') ?? '';
  const headers = lines.map((line) => line.replace('{etag}', etag));
  const reply = await sendRaw(server.url, formatRequest('GET /docs/reference.css', headers));
  expect(reply.status).toBe(status);
});

test('when a page or a file is requested with HEAD, then it is a GET without a body', async () => {
  for (const path of ['/docs', '/docs/reference.css']) {
    const [full, head] = [await get(path), await get(path, { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy'])
      expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)]);
  }
});

test.each([
  ...['nothing.js', 'reference.js.map', 'index.html', 'changes/', 'changes.html', 'constructor'],
  ...['changes/changes.atom', 'reference.js/', '/reference.js', '../package.json', '%zz'],
  ...['../../etc/passwd', '..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '..%5cpackage.json'],
  ...['reference.js%00.css', '../Docs', '../docsx'],
])('when /docs/%s is requested, then it is a JSON 404', async (path) => {
  // raw, because fetch would resolve the dots
  const targets = path.startsWith('../') ? [path.slice(2), `/docs/${path}`] : [`/docs/${path}`];
  for (const target of targets)
    expectError(await sendRaw(server.url, formatRequest(`GET ${target}`)), 404, 'not_found');
});

test('when the page is requested, then no key is needed, and no request is counted', async () => {
  for (let count = 0; count < 3; count += 1) await get('/docs');
  const listPets = () => server.call('/pets', { key: null });
  expect((await listPets()).headers.get('x-ratelimit-remaining')).toBe('1');
  await listPets();
  expect((await listPets()).status).toBe(429);
  const response = await get('/docs', { headers: { Authorization: 'Bearer nonsense' } });
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
});

test('when a client ends its side after the request, then it gets the whole page', async () => {
  const whole = await (await get('/docs')).text();
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.end(formatRequest('GET /docs', ['Accept-Encoding: identity']));
  expect((await text(socket)).split('\r\n\r\n').at(-1)).toBe(whole);
});

test('when the contract has markup, then the page has it as text', async () => {
  const page = await (await get('/docs')).text();
  expect(page).toContain(
    `<title>A &#60;b&#62;&#34;shop&#34;&#60;/b&#62; &#38; more ${document.info.version}: API reference</title>`,
  );
  expect(page).toContain('&#60;script&#62;x');
  expect(page).not.toMatch(/javascript:|<script>|<style|style="|onclick/);
});

test('when the page is loaded, then at most 60,000 bytes are sent, 15,000 of them script', async () => {
  const sizeOf = async (path: string, encoding = 'gzip') => {
    const headers = [`Accept-Encoding: ${encoding}`];
    const reply = await sendRaw(server.url, formatRequest(`GET ${path}`, headers));
    expect(reply.headers.get('content-encoding')).toBe(encoding);
    expect(reply.headers.get('vary')).toBe('Accept-Encoding');
    const plain = (await get(path, { headers: { 'Accept-Encoding': 'identity' } })).headers;
    expect(reply.headers.get('etag')).not.toBe(plain.get('etag'));
    return Number(reply.headers.get('content-length'));
  };
  const script = await sizeOf('/docs/reference.js');
  expect(script).toBeLessThan(15_000);
  const others = (await sizeOf('/docs')) + (await sizeOf('/docs/reference.css'));
  expect(script + others).toBeLessThan(60_000);
  expect(await sizeOf('/docs', 'br')).toBeLessThan(60_000);
});
