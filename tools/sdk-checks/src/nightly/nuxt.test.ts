// Nuxt: a route of its server, and a component that fetches it while the page is rendered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../frameworks/app.ts';

const FILES = {
  'nuxt.config.ts': "export default { compatibilityDate: '2026-11-01' };",
  'app/app.vue': `
    <script setup>
    const { data } = await useFetch('/api/animals');
    </script>
    <template>
      <p v-for="{ id, name, categoryId } in data.items" :key="id">{{ name }} {{ categoryId }}</p>
    </template>`,
};

test('when the app of the page is built by Nuxt, then its page shows what the route calls', async () => {
  const app = await startApp({
    page: 'sveltekit-nuxt',
    files: FILES,
    folder: 'nuxt',
    cli: '../../node_modules/nuxt/bin/nuxt.mjs',
    server: ['.output/server/index.mjs'],
  });
  try {
    assert.match(await app.get('/'), /<p>Rex 9007199254740993</);
  } finally {
    await app.stop();
  }
});
