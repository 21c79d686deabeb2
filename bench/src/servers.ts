// Servers under comparison: each is started, called, observed through /proc, and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from './store.js';
import { PAGE, type Rival } from './works.js';

export interface Server {
  title: string;
  /** Undefined for ours. */
  rival: Rival | undefined;
  store: Store;
  origin: string;
  /** CPU time used so far. */
  cpuMs(): number;
  /** The most memory that it had, in megabytes. */
  peakMegabytes(): number;
  stop(): Promise<void>;
}

/** The built command line of a checkout. @throws an Error that says how to build it */
export function commandLine(checkout: string): string {
  const folder = resolve(checkout, 'apps/server');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const cli = join(folder, bin['animal-store']);
  if (!existsSync(cli)) throw new Error(`no ${cli}: run npm ci && npm run build in ${checkout}`);
  return cli;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** @param cli Of the checkout, unless the server is a rival. */
export async function startServer(
  title: string,
  cli: string,
  store: Store,
  rival?: Rival,
): Promise<Server> {
  const port = await freePort();
  const args = rival ? [join(import.meta.dirname, `servers/${rival}.js`)] : [cli, 'serve'];
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: `${port}`, ...store.env };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  child.once('exit', () => {
    if (!running.delete(child)) return;
    console.error(`${title} exited`);
    process.exit(1); // the load generator would wait for its responses
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await call({ origin, store }, PAGE).catch(() => undefined))) await pause(20);
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    title,
    rival,
    store,
    origin,
    cpuMs() {
      const fields = read('stat').split(') ')[1]?.split(' ') ?? []; // see proc(5): from the third on
      return (Number(fields[11]) + Number(fields[12])) * 10; // USER_HZ is 100 on every Linux
    },
    peakMegabytes: () => Number(/^VmHWM:\s+(\d+)/m.exec(read('status'))?.[1]) / 1024,
    async stop() {
      running.delete(child);
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** With a body, a POST; else a GET. */
export async function call(
  { origin, store }: Pick<Server, 'origin' | 'store'>,
  path: string,
  body?: string,
) {
  const response = await fetch(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${store.key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
