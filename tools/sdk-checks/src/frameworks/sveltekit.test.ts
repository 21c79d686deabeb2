// SvelteKit: `load` on the server, and a universal one, whose fetch throws for headers that are not listed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { BINARIES, skipWithout } from '../runtimes/binaries.ts';
import { type App, startApp } from './app.ts';

const SHOW = `
  <script>
    let { data } = $props();
    let place = $state('server');
    $effect(() => { place = 'browser'; });
  </script>
  <p>{data.page.items.map(({ name, categoryId }) => name + ' ' + categoryId)} {place}</p>`;
const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "@sveltejs/kit": "*" } }',
  'vite.config.js': `
    import { sveltekit } from '@sveltejs/kit/vite';
    export default { plugins: [sveltekit()] };`,
  'tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }',
  'src/app.html': '<head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body>',
  'src/routes/+page.svelte': SHOW,
  'src/routes/shop/+page.svelte': SHOW,
  'src/routes/calls/+page.svelte': SHOW,
  'src/routes/calls/+page.ts': `
    import { AnimalStore } from '@animal-store/sdk';
    import { env } from '$env/dynamic/public';
    export async function load({ fetch }) {
      const apiKey = () => env.PUBLIC_ANIMAL_STORE_KEY;
      const store = new AnimalStore({ environment: 'production', apiKey, fetch });
      const items = [];
      for (let count = 0; count < 6; count += 1) items.push(...(await store.listPets()));
      return { page: { items } };
    }`,
};
const VITE = '../../../node_modules/vite/bin/vite.js';
const REX = 'Rex 9007199254740993';

let app: App;
before(async () => {
  const server = [VITE, 'preview', '--host', '127.0.0.1', '--strictPort'];
  app = await startApp({ page: 'sveltekit-nuxt', files: FILES, cli: VITE, server });
});
after(() => app?.stop());

for (const [path, load, items] of [
  ['/', 'on the server', [REX]],
  ['/shop', 'with the fetch of the event', [REX]],
  ['/calls', 'six times in a row with the fetch of the event', Array(6).fill(REX)],
] as const)
  test(`when \`load\` calls ${load}, then the page is rendered`, async () => {
    const html = await app.get(path);
    assert.ok(html.includes(`<p>${items} server</p>`), html);
  });

test('when a page is hydrated, then `load` gets the same responses in the browser', async (context) => {
  const reason = skipWithout(BINARIES.chromium);
  if (reason) return context.skip(reason);
  const browser = await chromium.launch({ executablePath: BINARIES.chromium });
  try {
    const page = await browser.newPage();
    await page.goto(`${app.origin}/shop`);
    await page.getByText('browser').waitFor({ timeout: 10_000 });
    assert.equal(await page.textContent('p'), `${REX} browser`);
  } finally {
    await browser.close();
  }
});
