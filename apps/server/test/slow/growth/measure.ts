// Time and memory of the program: of a command, and of requests to a server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../../support/repository.js';

/** Of another version, to compare it: the path of its `dist/main.js`. */
export const PROGRAM = process.env.GROWTH_PROGRAM ?? join(REPOSITORY, 'apps/server/dist/main.js');

const CONNECTIONS = 64;

export interface Cost {
  ms: number;
  /** Processor time, which other load of the machine changes less. */
  cpuMs?: number;
  /** The largest resident set of the process. */
  megabytes?: number;
  note: string;
}

/** Runs a command, whose output is read and thrown away. `note` has its size, and stderr if it fails. */
export async function costOfCommand(args: readonly string[], url: string): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-peak-'));
  const peak = join(folder, 'kilobytes');
  const startMs = performance.now();
  const command = ['--require', join(__dirname, 'report-peak.cjs'), PROGRAM, ...args];
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, DATABASE_URL: url, PEAK_FILE: peak },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let bytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [exitCode] = await once(child, 'close');
  const ms = performance.now() - startMs;
  const { kilobytes = Number.NaN, cpuMs = Number.NaN } = JSON.parse(
    await readFile(peak, 'utf8').catch(() => '{}'),
  );
  await rm(folder, { recursive: true });
  const size = `${(bytes / 1e6).toFixed(1)} MB of output`;
  const note = exitCode === 0 ? size : `FAILED with ${exitCode}: ${stderr.trim().slice(-120)}`;
  return { ms, cpuMs, megabytes: Number(kilobytes) / 1024, note };
}

/** The median of some requests, and in `note` the slowest one. @param send Sends a request, and resolves at its end. */
export async function costOfRequests(
  count: number,
  send: (index: number) => Promise<unknown>,
  pauseMs = 0,
): Promise<Cost> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startMs = performance.now();
    await send(index);
    times.push(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  times.sort((a, b) => a - b);
  return {
    ms: times[Math.floor(count / 2)] ?? Number.NaN,
    note: `the slowest of ${count}: ${times.at(-1)?.toFixed(1)} ms`,
  };
}

/** Processor time of all threads of a process, in ms. */
export async function cpuMsOf(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  const stats = (await readdir(tasks)).map((id) => readFile(`${tasks}/${id}/schedstat`, 'utf8'));
  const times = (await Promise.all(stats)).map((text) => Number(text.split(' ')[0]));
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

/** The heap in use, in bytes. @param file HEAP_FILE of the process, which has loaded `report-heap.cjs`. */
export async function heapBytesOf(pid: number, file: string): Promise<number> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends `count` requests on as many connections as `CONNECTIONS`. */
export async function sendAll(
  count: number,
  send: (index: number) => Promise<unknown>,
): Promise<void> {
  let sent = 0;
  const sendRest = async () => {
    while (sent < count) {
      sent += 1;
      await send(sent - 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRest));
}

/** Prints a line for each cost, in columns. */
export function printCosts(title: string, costs: ReadonlyMap<string, Cost>): void {
  const lines = [...costs].map(([what, { ms, cpuMs, megabytes, note }]) => {
    const memory = megabytes === undefined ? '' : `${megabytes.toFixed(0)} MB`;
    const cpu = cpuMs === undefined ? '' : `${cpuMs.toFixed(0)} ms CPU`;
    return `  ${what.padEnd(40)} ${ms.toFixed(1).padStart(9)} ms ${cpu.padStart(14)} ${memory.padStart(8)}  ${note}`;
  });
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
