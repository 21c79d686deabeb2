// Next.js with `cacheComponents`: components that call, on request and in a cache, and one that makes a client in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from './app.ts';

const FILES = {
  'next.config.ts': `
    const root = new URL('../../..', import.meta.url).pathname;
    export default { cacheComponents: true, partialPrefetching: true, turbopack: { root } };`,
  'app/layout.tsx': `
    export default ({ children }: LayoutProps<'/'>) => <html><body>{children}</body></html>;`,
};
const NEXT = '../../../node_modules/next/dist/bin/next';

test('when the app of the page is built with cacheComponents, then its pages show animals, and add one', async () => {
  const app = await startApp({
    page: 'nextjs',
    files: FILES,
    cli: NEXT,
    server: [NEXT, 'start', '--hostname', '127.0.0.1'],
  });
  try {
    for (const path of ['/', '/cached'])
      assert.match(await app.get(path), /<p>Rex 9007199254740993</);
    assert.match(await app.get('/search'), /<p>Available: </);
    const [, action = ''] = /name="(\$ACTION_ID_\w+)"/.exec(await app.get('/add')) ?? [];
    const body = new FormData();
    body.set(action, '');
    body.set('name', 'Tom');
    await fetch(`${app.origin}/add`, { method: 'POST', body });
    assert.match(await app.get('/'), /<p>Tom 1</);
  } finally {
    await app.stop();
  }
});
