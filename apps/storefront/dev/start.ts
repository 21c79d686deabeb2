// `npm run storefront`: the page beside a server of its own. `--mock` has the SDK's mock instead of the server, `--built`
// the production build instead of one that follows edits, `--port` another port.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, createServer, preview } from 'vite';
import { startAnimalStore } from './animal-store.js';

const { values } = parseArgs({
  options: {
    mock: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    port: { type: 'string', default: '5173' },
  },
});
if (!/^[1-9]\d{0,4}$/.test(values.port) || Number(values.port) > 65_535)
  fail(`--port must be a port from 1 to 65535 (got "${values.port}")`);
const place = { host: 'localhost', port: Number(values.port), strictPort: true };
const origin = `http://localhost:${place.port}`;

const store = values.mock ? undefined : await startAnimalStore(origin);
process.env.VITE_API_URL = store?.baseUrl ?? `${origin}/v1`;
process.env.VITE_PUBLISHABLE_KEY = store?.publishableKey ?? 'as_pub_mock';
process.env.VITE_MOCK = values.mock ? '1' : '';

try {
  await (values.built ? serveBuild() : serveSources());
} catch (error) {
  if (!(error instanceof Error && error.message.endsWith('is already in use'))) throw error;
  fail(`${error.message}. Choose another one with --port.`);
}
const places = {
  Page: origin,
  API: store?.baseUrl ?? "the SDK's mock, in the page",
  ...(store && { Reference: new URL('/docs', store.baseUrl).href }),
  Data: 'sample animals, gone at the end',
  Key: store?.secretKey ?? 'as_live_mock', // to sign in with
};
const lines = Object.entries(places).map(([name, place]) => `  ${name.padEnd(9)}  ${place}\n`);
process.stdout.write(`\nThe storefront is running. Ctrl-C ends it.\n\n${lines.join('')}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

async function serveSources() {
  const server = await createServer({ server: place });
  return server.listen();
}

async function serveBuild() {
  const outDir = mkdtempSync(join(tmpdir(), 'storefront-build-'));
  process.once('exit', () => rmSync(outDir, { recursive: true }));
  await build({ logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  return preview({ preview: place, build: { outDir } });
}

function fail(message: string): never {
  process.stderr.write(`storefront: ${message}\n`);
  process.exit(1);
}
