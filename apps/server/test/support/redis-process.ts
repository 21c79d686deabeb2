// Redis process of a single test, which can kill, suspend and restart it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import type { ServiceProcess } from './service-process.js';

export interface RedisProcess extends ServiceProcess {
  port: number;
  /** Restarts on the same port, without data. */
  start(...moreSettings: string[]): Promise<void>;
}

/** One for all tests of a block. */
export function useRedis(...settings: string[]): RedisProcess {
  const redis = Object.create(null);
  beforeAll(async () => Object.assign(redis, await startRedis(...settings)));
  afterAll(() => redis.close());
  return redis;
}

export async function startRedis(...settings: string[]): Promise<RedisProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  /** Persistence is off, so all data is lost. */
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const start = async (...moreSettings: string[]) => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    options.push('--save', '', '--appendonly', 'no', ...settings, ...moreSettings);
    child = spawn('redis-server', options);
    const started = child;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      started.stdout?.on('data', (text) => {
        output += text;
        if (output.includes('Ready to accept connections')) resolve();
      });
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`redis-server: ${output}`)));
    });
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    suspend: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
