import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, watch, writeSync } from 'node:fs';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { createUnlimitedKey } from './inspect-store.js';
import { trace } from './strace.js';
import { postPet } from './write-load.js';

/** Enough lines to exceed the log's buffer and the last page of its file. */
const READS = 100;
const MAX_STOP_MS = 5_000;

describeIfTool('mount')('when the log is a file on a full disk', () => {
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
    key = await createUnlimitedKey({ file });
    fill();
    for (let time = 0; time < READS; time += 1) expect(await read('/v1/pets')).toBe(200);
  });
  afterEach(async () => {
    if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
    runTool('umount', disk);
    await rmdir(disk);
  });

  /** Resolves when the server listens. */
  async function start(): Promise<void> {
    const log = openSync(logFile, 'a');
    server = spawn(process.execPath, [join(REPOSITORY, 'apps/server/dist/cli/main.js'), 'serve'], {
      env: { PATH: process.env.PATH, DATABASE_URL: `file:${file}`, PORT: '0' },
      stdio: ['ignore', log, 'inherit'],
    });
    closeSync(log);
    await logged('listening', 1);
    const [, baseUrl = ''] = /"url":"([^"]+)"/.exec(logText()) ?? [];
    url = new URL(baseUrl).origin;
  }

  /** Writes until no byte fits. */
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
      const check = () => {
        if (logText().split(`"msg":"${message}"`).length <= count) return;
        watcher.close();
        resolve();
      };
      const watcher = watch(logFile, check);
      check();
    });
  }

  /** Sends SIGTERM and returns the time until the process ends. */
  async function stop(): Promise<number> {
    const sentMs = performance.now();
    server.kill('SIGTERM');
    await once(server, 'exit');
    return performance.now() - sentMs;
  }

  test('then reads work, and after space is freed every line is written completely', async () => {
    expect(logText().split('"msg":"request"').length - 1).toBeLessThan(READS);
    expect(await read('/healthz')).toBe(200);
    expect(await read('/v1/pets?limit=1')).toBe(200);
    await rm(ballast);
    await logged('request', READS + 1);
    expect(await read('/v1/pets')).toBe(200);
    expect((await postPet(`${url}/v1`, key, 'space freed')).status).toBe(201);
    await logged('request', READS + 3);
    await stop();
    expect(server.exitCode).toBe(0);
    expect(
      linesOf(logText())
        .map(({ msg }) => msg)
        .slice(-2),
    ).toEqual(['stopping', 'stopped']);
  });

  test('then SIGTERM ends the server in time', async () => {
    const tookMs = await stop();
    process.stdout.write(`log: full, ended after ${Math.round(tookMs)} ms: ${server.exitCode}\n`);
    expect(tookMs).toBeLessThan(MAX_STOP_MS);
    expect(server.signalCode).toBe(null);
  });

  describeIfTool('strace')('and the disk also fails', () => {
    test('then the server exits with 1 in time, although its last line cannot be written', async () => {
      const inject = ['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=EIO'];
      const tracer = await trace(server.pid ?? 0, '-o', '/dev/null', ...inject);
      const sentMs = performance.now();
      const ended = once(server, 'exit');
      await postPet(`${url}/v1`, key, 'lost').catch(() => {});
      await ended;
      await tracer.detach();
      expect(performance.now() - sentMs).toBeLessThan(MAX_STOP_MS);
      expect(server.exitCode).toBe(1);
    });
  });
});
