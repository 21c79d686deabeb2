// A log that is a file on a full disk.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/repository.js';
import { mountSmallDisk, type SmallDisk } from './full-disk.js';
import { createUnlimitedKey } from './inspect-store.js';
import { failCalls } from './strace.js';
import { postPet } from './write-load.js';

/** Enough lines to exceed the log's buffer and the last page of its file. */
const READS = 100;

describeIfTool('mount')('when the log is a file on a full disk', () => {
  let disk: SmallDisk;
  let logFile: string;
  let key: string;
  let url: string;
  let server: ChildProcess;

  beforeEach(async () => {
    disk = await mountSmallDisk('size=2m');
    const file = join(disk.folder, 'store.db');
    logFile = join(disk.folder, 'server.log');
    const log = openSync(logFile, 'a');
    server = spawn(process.execPath, [join(REPOSITORY, 'apps/server/dist/main.js'), 'serve'], {
      env: { PATH: process.env.PATH, DATABASE_URL: `file:${file}`, PORT: '0' },
      stdio: ['ignore', log, 'inherit'],
    });
    closeSync(log);
    await logged('listening', 1);
    [, url = ''] = /"url":"([^"]+)"/.exec(logText()) ?? [];
    key = await createUnlimitedKey({ file });
    disk.fill();
    for (let time = 0; time < READS; time += 1) expect(await read()).toBe(200);
  });
  afterEach(async () => {
    if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
    await disk.unmount();
  });

  async function read(): Promise<number> {
    const reply = await fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${key}` } });
    await reply.text();
    return reply.status;
  }

  const logText = () => readFileSync(logFile, 'utf8');

  /** Resolves when the log has that many entries with this message. */
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

  test('then requests are served, and after space is freed every line is written completely', async () => {
    expect(logText().split('"msg":"request"').length - 1).toBeLessThan(READS);
    await disk.free();
    await logged('request', READS);
    expect((await postPet(url, key, 'space freed')).status).toBe(201);
    await logged('request', READS + 1);
    server.kill('SIGTERM');
    await once(server, 'exit');
    expect(server.exitCode).toBe(0);
    const entries = logText()
      .trimEnd()
      .split('\n')
      .map((line): { msg?: string } => JSON.parse(line));
    expect(entries.slice(-2).map(({ msg }) => msg)).toEqual(['stopping', 'stopped']);
  });

  test('then SIGTERM ends the server', async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    expect(server.signalCode).toBe(null);
  });

  describeIfTool('strace')('and the disk also fails', () => {
    test('then the server exits with 1, although its last line cannot be written', async () => {
      const tracer = await failCalls(server.pid, 'pwrite64', 'error=EIO');
      const ended = once(server, 'exit');
      await postPet(url, key, 'lost').catch(() => {});
      await ended;
      await tracer.detach();
      expect(server.exitCode).toBe(1);
    });
  });
});
