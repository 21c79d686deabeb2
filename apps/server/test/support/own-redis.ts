// A Redis of the test's own, to be killed, hung and emptied.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import type { OwnService } from './own-service.js';

export interface OwnRedis extends OwnService {
  port: number;
}

export async function startRedis(...settings: string[]): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  /** It keeps nothing. */
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  /** On the same port, and empty. */
  const start = async () => {
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    child = spawn('redis-server', [...where, '--save', '', '--appendonly', 'no', ...settings]);
    const started = child;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.stdout?.on('data', (text) => {
        said += text;
        if (said.includes('Ready to accept connections')) resolve();
      });
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`redis-server: ${said}`)));
    });
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hang: () => child.kill('SIGSTOP'),
    wake: () => child.kill('SIGCONT'),
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
