// PostgreSQL process of a single test, which can kill, suspend and restart it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
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
  const owner = process.getuid?.() === 0 ? 'postgres' : undefined; // PostgreSQL does not run as root
  const port = await freePort();
  const user = password === undefined ? 'postgres' : `postgres:${password}`;
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password ?? 'none'}\n`, { mode: 0o644 });
  if (owner !== undefined) {
    chmodSync(folder, 0o755);
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, owner], { encoding: 'utf8' }).stdout),
    );
    chownSync(folder, uid ?? 0, gid ?? 0);
  }
  const as = (program: string, args: readonly string[]): [string, string[]] => {
    const path = join(binFolder(), program);
    return owner === undefined
      ? [path, [...args]]
      : ['setpriv', ['--reuid', owner, '--regid', owner, '--init-groups', path, ...args]];
  };
  const [command, args] = as('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    password === undefined ? 'trust' : 'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  const created = spawnSync(command, args, { encoding: 'utf8', cwd: folder });
  if (created.status !== 0) throw new Error(`initdb: ${created.stderr}`);

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
    const settings = [
      '-c',
      `port=${port}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
    ];
    const [server, serverArgs] = as('postgres', ['-D', data, ...settings]);
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

/** PIDs of a process and its children. Source: proc(5). */
function processTree(root: number | undefined): number[] {
  if (root === undefined) return [];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === root)
    .map(Number);
  return [root, ...children];
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // the process has just ended
  }
}
