// Signals besides SIGINT and SIGTERM, which serve.test.ts has: a terminal that is closed, `nohup`, and Node's inspector.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfTool } from '../../support/describe-if-tool.js';
import { freePort } from '../../support/free-port.js';
import { createKey } from '../../support/run-cli.js';
import { type CliOptions, type CliProcess, spawnCli } from '../../support/spawn-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';
import { waitUntil } from '../../support/wait-until.js';

const store = useTempStore();
const pids: number[] = [];
afterEach(() => {
  for (const pid of pids.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
});

const isRunning = (pid: number) => existsSync(`/proc/${pid}`);
const requests = () => Number(store.sql('SELECT sum(requests) AS count FROM usage')[0]?.count);

/** Starts a server whose output may go elsewhere, and sends a request, which is not in the usage yet. */
async function startServer(options: CliOptions) {
  const port = await freePort();
  const key = await createKey(store);
  const { file, folder: cwd } = store;
  const started = spawnCli(['serve'], { file, cwd, ...options, env: { PORT: `${port}` } });
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${key}`, Connection: 'close' };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
  };
  await waitUntil(() => get('/readyz').then(Boolean, () => false));
  expect(await get('/v1/pets')).toBe(200);
  return { ...started, get, pid: pidOf(port) };
}

/** The server itself: its terminal, or the shell that started it, has the same environment. */
function pidOf(port: number): number {
  const pid = readdirSync('/proc').find((name) => {
    try {
      const isNode = readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(process.execPath);
      return isNode && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`PORT=${port}\0`);
    } catch {
      return false; // not a process, or no longer
    }
  });
  pids.push(Number(pid));
  return Number(pid);
}

/** Without its terminal's process, the kernel hangs up the terminal. */
async function closeTerminal({ child, ended }: CliProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

describeIfTool('script')('when its terminal is closed', () => {
  test('then a server stops as on SIGTERM, and writes the usage', async () => {
    const server = await startServer({ onTerminal: true });
    expect(requests()).toBe(0);
    await closeTerminal(server);
    await waitUntil(() => !isRunning(server.pid));
    expect(requests()).toBe(1);
  });

  test('then a server under nohup serves on, until SIGTERM', async () => {
    const server = await startServer({ onTerminal: true, wrapper: ['nohup'] });
    await closeTerminal(server);
    await pause(500); // a server that stops accepts connections so long
    expect(await server.get('/v1/pets')).toBe(200);
    process.kill(server.pid, 'SIGTERM');
    await waitUntil(() => !isRunning(server.pid));
    expect(requests()).toBe(2);
  });
});

test('when a server without a terminal gets SIGHUP, then it stops, unless a shell has started it by nohup', async () => {
  const plain = await startServer({});
  process.kill(plain.pid, 'SIGHUP');
  const { exitCode, stdout, stderr } = await plain.ended;
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('"signal":"SIGHUP"');
  expect(stdout).toContain('"stopped"');
  expect(requests()).toBe(1);

  const script = 'nohup "$@" < /dev/null & wait';
  const other = await startServer({ wrapper: ['bash', '-c', script, 'bash'] });
  process.kill(other.pid, 'SIGHUP');
  await pause(500);
  expect(await other.get('/v1/pets')).toBe(200);
  process.kill(other.pid, 'SIGTERM');
  await other.ended;
});

test('when a server gets SIGUSR1, then it opens no inspector, and serves on', async () => {
  const server = await startServer({});
  process.kill(server.pid, 'SIGUSR1');
  expect(await server.get('/v1/pets')).toBe(200);
  process.kill(server.pid, 'SIGTERM'); // it takes half a second, in which an inspector would start
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});
