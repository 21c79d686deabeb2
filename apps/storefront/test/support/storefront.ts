// The page in a browser: `npm run storefront` with the production build, driven as a visitor would.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Storefront {
  url: string;
  secretKey: string;
  close(): Promise<void>;
}

const APP = join(__dirname, '../..');

export async function startStorefront(...flags: string[]): Promise<Storefront> {
  const args = ['--import', 'tsx', 'dev/start.ts', '--built', '--port', await freePort(), ...flags];
  const child = spawn(process.execPath, args, {
    cwd: APP,
    env: { ...process.env, NODE_ENV: 'production' }, // Jest's own value would build React for development
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [, url = '', secretKey = ''] = await readStart(child);
  return {
    url,
    secretKey,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readStart({ stdout }: ChildProcess): Promise<RegExpExecArray> {
  if (stdout === null) throw new Error('the storefront has no stdout');
  let lines = '';
  for await (const line of createInterface(stdout)) {
    lines += `${line}\n`;
    const started = /^ {2}Page +(\S+)$.*^ {2}Key +(\S+)$/ms.exec(lines);
    if (started) return started;
  }
  throw new Error('the storefront exited before it was ready');
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return String(address.port);
}
