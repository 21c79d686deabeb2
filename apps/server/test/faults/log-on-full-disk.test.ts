import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, watch, writeSync } from 'node:fs';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { createRoomyKey } from './stored.js';
import { trace } from './strace.js';
import { postPet } from './writers.js';

/** Their lines are more than the log gathers, and more than the last page of its file takes. */
const READS = 100;
const STOPS_WITHIN_MS = 5_000;

describeIfTool('mount')('when the log goes to a file on the full disk of the store', () => {
  let disk: string;
  let file: string;
  let logFile: string;
  let ballast: string;
  let key: string;
  let url: string;
  let server: ChildProcess;

  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'animal-store-log-'));
    runTool('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk);
    file = join(disk, 'store.db');
    logFile = join(disk, 'server.log');
    ballast = join(disk, 'ballast');
    await start();
    key = await createRoomyKey({ file });
    fill();
    for (let time = 0; time < READS; time += 1) expect(await read('/v1/pets')).toBe(200);
  });
  afterEach(async () => {
    if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
    runTool('umount', disk);
    await rmdir(disk);
  });

  /** Resolves when it listens: on a store without keys it says where on stderr. */
  async function start(): Promise<void> {
    const log = openSync(logFile, 'a');
    server = spawn(process.execPath, [join(REPOSITORY, 'apps/server/dist/cli/main.js'), 'serve'], {
      env: { PATH: process.env.PATH, DATABASE_URL: `file:${file}`, PORT: '0' },
      stdio: ['ignore', log, 'pipe'],
    });
    closeSync(log);
    if (server.stderr === null) throw new Error('no pipe');
    let said = '';
    for await (const text of server.stderr.iterator({ destroyOnReturn: false })) {
      said += text;
      url = /(http\S+)\/v1\/pets\n/.exec(said)?.[1] ?? '';
      if (url !== '') break;
    }
    server.stderr.resume();
  }

  /** Until not a byte more fits. */
  function fill(): void {
    const descriptor = openSync(ballast, 'a');
    for (let bytes = 65_536; bytes >= 1; ) {
      try {
        writeSync(descriptor, Buffer.alloc(bytes, 1));
      } catch {
        bytes /= 2;
      }
    }
    closeSync(descriptor);
  }

  async function read(path: string): Promise<number> {
    const headers = { Authorization: `Bearer ${key}` };
    const reply = await fetch(`${url}${path}`, { headers });
    await reply.text();
    return reply.status;
  }

  const logText = () => readFileSync(logFile, 'utf8');
  const linesOf = (text: string): { msg?: string }[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  function logged(message: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (logText().split(`"msg":"${message}"`).length <= count) return;
        watcher.close();
        resolve();
      };
      const watcher = watch(logFile, look);
      look();
    });
  }

  /** Sends the signal and returns how long the end takes. */
  async function stop(): Promise<number> {
    const sentMs = performance.now();
    server.kill('SIGTERM');
    await once(server, 'exit');
    return performance.now() - sentMs;
  }

  test('then reading goes on, and with room again each line is written, whole', async () => {
    expect(logText().split('"msg":"request"').length - 1).toBeLessThan(READS);
    expect(await read('/healthz')).toBe(200);
    expect(await read('/v1/pets?limit=1')).toBe(200);
    await rm(ballast);
    await logged('request', READS + 1);
    expect(await read('/v1/pets')).toBe(200);
    expect((await postPet(`${url}/v1`, key, 'room again')).status).toBe(201);
    await logged('request', READS + 3);
    await stop();
    expect(server.exitCode).toBe(0);
    expect(
      linesOf(logText())
        .map(({ msg }) => msg)
        .slice(-2),
    ).toEqual(['stopping', 'stopped']);
  });

  test('then SIGTERM ends it in time', async () => {
    const tookMs = await stop();
    process.stdout.write(`log: full, ended after ${Math.round(tookMs)} ms: ${server.exitCode}\n`);
    expect(tookMs).toBeLessThan(STOPS_WITHIN_MS);
    expect(server.signalCode).toBe(null);
  });

  describeIfTool('strace')('and the disk fails besides', () => {
    test('then it ends with 1 in time, though its last line cannot be written', async () => {
      const inject = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=EIO'];
      const tracer = await trace(server.pid ?? 0, '-o', '/dev/null', ...inject);
      const sentMs = performance.now();
      const ended = once(server, 'exit');
      await postPet(`${url}/v1`, key, 'lost').catch(() => {});
      await ended;
      await tracer.detach();
      expect(performance.now() - sentMs).toBeLessThan(STOPS_WITHIN_MS);
      expect(server.exitCode).toBe(1);
    });
  });
});
