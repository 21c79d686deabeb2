// The servers under comparison: how each one is started, timed to the first 200, observed through /proc, and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseProcess } from './machine.js';

/** The built command line of the animal store. */
export const ANIMAL_STORE = join(
  createRequire(import.meta.url).resolve('@animal-store/server/package.json'),
  '../dist/cli/main.js',
);

export const SERVERS = {
  floor: 'floor',
  fastify: 'Fastify',
  'fastify-duties': 'Fastify with our duties',
  ours: 'ours',
} as const;
export type ServerName = keyof typeof SERVERS;
export const SERVER_NAMES = ['floor', 'fastify', 'fastify-duties', 'ours'] as const;

/** The data of a server and the API keys that it accepts. */
export interface Store {
  /** The SQLite file. */
  file: string;
  /** Connection URLs, for servers that do not use the file. */
  shared?: { databaseUrl: string; rateLimitUrl: string };
  /** Its quota is larger than any measurement. */
  key: string;
  /** On the free plan. */
  freeKey: string;
}

/** Whether a server has the animal store's duties, and so cursors with a checksum. */
export function hasDuties(name: ServerName): boolean {
  return name === 'ours' || name === 'fastify-duties';
}

/** The arguments of node, and the environment. */
function commandFor(name: ServerName, { file, shared }: Store, port: number) {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_FILE: file,
    DATABASE_URL: shared?.databaseUrl ?? `file:${file}`,
    ...(shared && { RATE_LIMIT_URL: shared.rateLimitUrl }),
  };
  if (name === 'ours') return { args: [ANIMAL_STORE, 'serve'], env };
  return { args: [fileURLToPath(new URL(`servers/${name}.js`, import.meta.url))], env };
}

export interface Server {
  name: ServerName;
  store: Store;
  /** One for each process. */
  origins: readonly [string, ...string[]];
  /** From spawn to the first 200 for a listing. */
  startMs: number;
  /** CPU time used so far, by all processes. */
  cpuMs(): number;
  residentMegabytes(): number;
  stop(): Promise<void>;
}

/** By process: whether it may end. */
const running = new Map<ChildProcess, boolean>();
process.once('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL');
});

export async function startServer(name: ServerName, store: Store, processes = 1): Promise<Server> {
  const starts = Array.from({ length: processes }, () => startProcess(name, store));
  const [first, ...others] = await Promise.all(starts);
  if (first === undefined) throw new Error('a server has at least one process');
  const children = [first, ...others].map(({ child }) => child);
  const sum = (read: (pid: number | undefined) => number) =>
    children.reduce((total, { pid }) => total + read(pid), 0);
  return {
    name,
    store,
    origins: [first.origin, ...others.map(({ origin }) => origin)],
    startMs: first.startMs,
    cpuMs: () => sum((pid) => parseProcess(readFileSync(`/proc/${pid}/stat`, 'utf8')).ms),
    residentMegabytes: () => sum(readResident),
    async stop() {
      for (const child of children) running.set(child, true);
      await Promise.all(children.map((child) => child.kill() && once(child, 'exit')));
    },
  };
}

async function startProcess(name: ServerName, store: Store) {
  const port = await freePort();
  const { args, env } = commandFor(name, store, port);
  const beganMs = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  running.set(child, false);
  child.once('exit', () => {
    if (running.get(child) === false) {
      console.error(`${name} exited`);
      process.exit(1); // the load generator would wait for its responses
    }
    running.delete(child);
  });
  const origin = `http://127.0.0.1:${port}`;
  let status = 0;
  while (status === 0) {
    await pause(1);
    const answer = await request(`${origin}/v1/pets?limit=20`, store.key).catch(() => undefined);
    status = answer?.status ?? 0;
  }
  if (status !== 200) throw new Error(`${name} returned ${status} for its first listing`);
  return { child, origin, startMs: performance.now() - beganMs };
}

/** With a body, a POST; else a GET. @param key Empty: none. */
export async function request(
  url: string,
  key: string,
  body?: string,
  others: Readonly<Record<string, string>> = {},
) {
  const headers = {
    ...(key !== '' && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...others,
  };
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(url, { method, headers, body: body ?? null });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

export type Answer = Awaited<ReturnType<typeof request>>;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // of a TCP server that listens
  probe.close();
  await once(probe, 'close');
  return port;
}

function readResident(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
