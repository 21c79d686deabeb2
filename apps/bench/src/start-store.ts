// Starts the product as it ships, as a process of its own, on a database of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './contestants.js';
import { issueRoomyKey } from './seed.js';

export interface RunningStore {
  baseUrl: string;
  /** Of an enterprise plan with room for any measurement. */
  apiKey: string;
  stop(): Promise<void>;
}

export async function startStore(): Promise<RunningStore> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
  const file = join(folder, 'store.db');
  const apiKey = issueRoomyKey(file);
  const server = spawn(process.execPath, [commandLine, 'serve'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', DATABASE_URL: `file:${file}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const baseUrl = await readUrl(server);
  return {
    baseUrl,
    apiKey,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** From the log line «listening»; everything after it is thrown away. */
async function readUrl(server: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of server.stdout ?? []) {
    text += String(chunk);
    const url = /"url":"([^"]+)","database"/.exec(text)?.[1];
    if (url === undefined) continue;
    server.stdout?.resume();
    return url.replace('localhost', '127.0.0.1');
  }
  throw new Error(`the server ended before it listened: ${text}`);
}
