// PostgreSQL process of a single test, which can kill, suspend and restart it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { runTool } from './describe-if-tool.js';
import { freePort } from './free-port.js';
import type { ServiceProcess } from './service-process.js';

/** @param password Password of the superuser. Without it, authentication is off. */
export async function startPostgres({
  password,
}: {
  password?: string;
} = {}): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const user = password === undefined ? 'postgres' : `postgres:${password}`;
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password ?? 'none'}\n`, { mode: 0o644 });
  const isRoot = process.getuid?.() === 0; // PostgreSQL does not run as root
  if (isRoot) runTool('chown', 'postgres:postgres', folder);
  const as = (program: string, ...args: string[]): [string, string[]] => {
    const path = join(binFolder(), program);
    const setUser = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups'];
    return isRoot ? ['setpriv', [...setUser, path, ...args]] : [path, args];
  };
  const access = password === undefined ? 'trust' : 'scram-sha-256';
  const create = ['-D', data, '-U', 'postgres', '-A', access, '--pwfile', passwordFile];
  const [command, args] = as('initdb', ...create, '-E', 'UTF8', '--no-sync');
  runTool(command, ...args);

  let child: ChildProcess | undefined;
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processTree(child?.pid)) {
      try {
        process.kill(pid, signal);
      } catch {
        // it has just ended
      }
    }
  };
  async function start(): Promise<void> {
    const sockets = ['-h', '127.0.0.1', '-p', `${port}`, '-k', folder];
    const [server, serverArgs] = as('postgres', '-D', data, ...sockets);
    child = spawn(server, serverArgs, { stdio: 'ignore', cwd: folder });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
      if (await isReady(url)) return;
      await pause(50);
    }
  }
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    signalAll('SIGKILL');
    await ended;
    rmSync(join(data, 'postmaster.pid'), { force: true });
    await pause(200); // lets the system free the shared memory
  }
  await start();
  return {
    url,
    kill,
    start,
    suspend: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async close() {
      signalAll('SIGCONT');
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian installs the binFolder in a folder for each version. */
function binFolder(): string {
  const root = '/usr/lib/postgresql';
  const newest = readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1);
  return join(root, newest ?? '', 'bin');
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PIDs of a process and its children; none after it has ended. Source: proc(5). */
function processTree(root: number | undefined): number[] {
  try {
    const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8');
    return [root ?? 0, ...(children.match(/\d+/g) ?? []).map(Number)];
  } catch {
    return [];
  }
}
