// A server process: started, timed to its first 200, observed through /proc, stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseProcess } from './machine.js';
import { commandFor, type ServerName, type Store } from './servers.js';

const START_TIMEOUT_MS = 300_000;

export interface Server {
  name: ServerName;
  origin: string;
  /** One for each process. */
  origins: readonly string[];
  store: Store;
  /** From spawn to the first 200 for a listing. */
  startMs: number;
  /** CPU time used so far. */
  cpuMs(): number;
  residentMegabytes(): number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', killServers);

/** Kills the servers that a failed scenario has left behind. */
export function killServers(): void {
  for (const child of running) {
    running.delete(child);
    child.kill('SIGKILL');
  }
}

export async function startServer(name: Server['name'], store: Store): Promise<Server> {
  const port = await freePort();
  const { args, env } = commandFor(name, store, port);
  const beganMs = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  await waitForFirstListing(name, origin, store.key, child);
  const startMs = performance.now() - beganMs;
  let isStopping = false;
  void ended.then(() => {
    if (isStopping || !running.has(child)) return;
    console.error(`${name} exited under load`);
    process.exit(1); // the load generator would wait for its responses
  });
  void ended.then(() => running.delete(child));
  const { pid } = child;
  return {
    name,
    origin,
    origins: [origin],
    store,
    startMs,
    cpuMs: () => readCpuMs(pid),
    residentMegabytes: () => readResident(pid),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts several processes and presents them as one server. */
export async function startGroup(
  name: ServerName,
  store: Store,
  processes: number,
): Promise<Server> {
  const members = await Promise.all(
    Array.from({ length: processes }, () => startServer(name, store)),
  );
  const [first] = members;
  if (first === undefined) throw new Error('a group needs at least one process');
  const sum = (pick: (server: Server) => number) =>
    members.reduce((total, server) => total + pick(server), 0);
  return {
    ...first,
    origins: members.flatMap(({ origins }) => origins),
    startMs: Math.max(...members.map(({ startMs }) => startMs)),
    cpuMs: () => sum((server) => server.cpuMs()),
    residentMegabytes: () => sum((server) => server.residentMegabytes()),
    async stop() {
      await Promise.all(members.map((server) => server.stop()));
    },
  };
}

async function waitForFirstListing(
  name: Server['name'],
  origin: string,
  key: string,
  child: ChildProcess,
): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`${name} exited before it was ready`);
    const { status } = await request(`${origin}/v1/pets?limit=20`, { key }).catch(() => ({
      status: 0,
    }));
    if (status === 200) return;
    if (status > 0) throw new Error(`${name} returned ${status} for its first listing`);
    await pause(1);
  }
  throw new Error(`${name} did not start`);
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RequestOptions {
  key?: string;
  headers?: Readonly<Record<string, string>>;
  /** The body of a POST; without it, the request is a GET. */
  body?: string | undefined;
}

const oneShot = new Agent({ keepAlive: false });

export function request(
  url: string,
  { key, headers: others, body: sent }: RequestOptions = {},
): Promise<Answer> {
  const headers = {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    ...others,
  };
  const method = sent === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers, agent: oneShot }, async (res) => {
      try {
        let body = '';
        for await (const chunk of res.setEncoding('utf8')) body += chunk;
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function readCpuMs(pid: number | undefined): number {
  return parseProcess(readFileSync(`/proc/${pid}/stat`, 'utf8')).ms;
}

function readResident(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
