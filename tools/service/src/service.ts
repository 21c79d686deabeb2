// The built server on a database of its own, with keys that its command line made.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));

export interface Service {
  /** With the version segment. */
  baseUrl: string;
  apiKey: string;
  /** A key for web pages: it may read only, and from pages of the given origin. */
  publishableKey: string;
  stop(): Promise<void>;
}

/** @param origin Origin whose pages may call. */
export async function startService(origin = 'https://shop.example'): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-service-'));
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_URL: `file:${folder}/animal-store.db`,
    CORS_ORIGINS: origin,
  };
  const createKey = (...options: string[]) =>
    execFileSync(process.execPath, [CLI, 'keys', 'create', '--plan', 'business', ...options], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const apiKey = createKey('--name', 'server');
  const publishableKey = createKey('--name', 'web', '--publishable', '--origin', origin);
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await waitForMatch(child.stdout, /"url":"([^"]+)"/);
  return {
    baseUrl: url.replace('localhost', '127.0.0.1'), // the only address that the runtimes may connect to
    apiKey,
    publishableKey,
    async stop() {
      await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

/** Resolves with the first group of the pattern, and goes on reading, so that the process can write. */
export function waitForMatch(output: Readable, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    output.on('end', () => reject(new Error(`the process ended: ${text}`)));
  });
}
