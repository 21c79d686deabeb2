// Server of the page: the built animal store on a new database in a temporary folder, with sample animals and orders.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AnimalStore } from '@animal-store/sdk';
import { sampleAnimals, sampleOrders } from '../src/samples.js';

export interface RunningStore {
  /** With the version segment. */
  baseUrl: string;
  /** May read, from pages of the origin alone. */
  publishableKey: string;
  /** May add animals. */
  secretKey: string;
}

const CLI = join(
  createRequire(import.meta.url).resolve('@animal-store/server/package.json'),
  '../dist/cli/main.js',
);

/**
 * It ends with this process, and its folder is then removed.
 * @param origin Of the page: `http://localhost:5173`.
 */
export async function startAnimalStore(origin: string): Promise<RunningStore> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-server-'));
  const env = {
    ...process.env,
    DATABASE_URL: `file:${join(folder, 'animal-store.db')}`,
    CORS_ORIGINS: origin, // for the secret key, which names no origin
    PORT: '0',
    LOG_FORMAT: 'json', // for readUrl
  };
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8', stdio: 'pipe' }).trim();

  const orders = join(folder, 'orders.ndjson');
  const lines = sampleOrders().map((order) => JSON.stringify(order));
  writeFileSync(orders, lines.join('\n'));
  cli('orders', 'import', orders);
  const restrictions = ['--publishable', '--origin', origin];
  const publishableKey = cli(
    ...['keys', 'create', '--plan', 'free', '--name', 'visitors', ...restrictions],
  );
  const secretKey = cli('keys', 'create', '--plan', 'business', '--name', 'staff');

  const server = spawn(process.execPath, [CLI, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'], // no terminal: it has nothing to say to people
  });
  server.stderr.pipe(process.stderr);
  process.once('exit', () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const baseUrl = await readUrl(createInterface(server.stdout));
  server.stdout.resume(); // a full pipe would stop the server
  const store = new AnimalStore({ baseUrl, apiKey: secretKey });
  for (const animal of sampleAnimals()) await store.createPet(animal); // in this order

  return { baseUrl, publishableKey, secretKey };
}

/** The address in the line of the log that says that the server listens. */
async function readUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const { msg, url }: { msg?: unknown; url?: unknown } = JSON.parse(line);
    if (msg === 'listening' && typeof url === 'string') return url;
  }
  throw new Error('the server exited before it listened');
}
