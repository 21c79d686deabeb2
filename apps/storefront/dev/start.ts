// `npm run storefront`: the page beside a server with sample animals or, with `--mock`, on the SDK's mock.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { SAMPLE_ANIMALS } from '../src/samples.js';

const { values } = parseArgs({
  options: { mock: { type: 'boolean' }, port: { type: 'string', default: '5173' } },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`--port must be a port from 1 to 65535 (got "${values.port}")`);
const origin = `http://localhost:${port}`;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

const store = values.mock
  ? { url: `${origin}/v1`, publishableKey: 'as_pub_mock', secretKey: 'as_live_mock' }
  : await startAnimalStore();
process.env.VITE_API_URL = store.url;
process.env.VITE_PUBLISHABLE_KEY = store.publishableKey;
process.env.VITE_MOCK = values.mock ? '1' : '';
const server = { host: 'localhost', port, strictPort: true };
const app = await createServer({ server, logLevel: 'warn' });
await app.listen().catch(({ message }: Error) => fail(`${message}. Choose another with --port.`));
process.stdout.write(`The storefront is running. Ctrl-C ends it.

  Page  ${origin}
  API   ${values.mock ? "the SDK's mock, in the page" : store.url}
  Key   ${store.secretKey}
`);

/** Starts the built server on a new database, which is removed when this process ends. */
async function startAnimalStore() {
  const manifest = createRequire(import.meta.url).resolve('@animal-store/server/package.json');
  const cli = join(manifest, '../dist/main.js');
  const folder = mkdtempSync(join(tmpdir(), 'storefront-'));
  const env = {
    ...process.env,
    DATABASE_URL: `file:${join(folder, 'animal-store.db')}`,
    CORS_ORIGINS: origin, // for the secret key, which names no origin
    PORT: '0',
    LOG_FORMAT: 'json',
  };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [cli, ...args], { env, encoding: 'utf8', stdio: 'pipe' }).trim();

  const animals = join(folder, 'animals.ndjson');
  writeFileSync(animals, SAMPLE_ANIMALS.map((animal) => JSON.stringify(animal)).join('\n'));
  run('pets', 'import', animals);
  const restrictions = ['--publishable', '--origin', origin]; // such a key may be in a bundle
  const publishableKey = run('keys', 'create', '--plan=free', '--name=visitors', ...restrictions);
  const secretKey = run('keys', 'create', '--plan=business', '--name=staff');
  const child = spawn(process.execPath, [cli, 'serve'], { env });
  process.once('exit', () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  child.stderr.pipe(process.stderr);
  for await (const line of createInterface(child.stdout)) {
    const url = /"url":"(.+?)".*"msg":"listening"/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume(); // a full pipe would stop the server
    return { url, publishableKey, secretKey };
  }
  throw new Error('the server exited before it listened');
}

function fail(message: string): never {
  process.stderr.write(`storefront: ${message}\n`);
  process.exit(1);
}
