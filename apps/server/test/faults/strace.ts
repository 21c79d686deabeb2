// Looks at a running process with strace, or makes its system calls fail.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Tracer {
  /** Leaves the process alone again; resolves when the trace is whole. */
  detach(): Promise<void>;
}

/** Resolves when all threads of the process are followed. @throws an Error if they cannot be. */
export async function trace(pid: number, ...options: string[]): Promise<Tracer> {
  const child = spawn('strace', ['-f', ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await attached(child);
  return {
    async detach() {
      child.kill('SIGINT');
      await gone;
    },
  };
}

function attached(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`strace ended: ${said.join('\n')}`)));
    const said: string[] = [];
    if (child.stderr === null) throw new Error('strace has no stderr');
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      if (/ attached/.test(line)) resolve();
    });
  });
}

export interface SystemCall {
  name: string;
  /** Of its first argument, if strace was told to show it: `/tmp/store.db-wal`, `socket:[4711]`. */
  file: string;
  /** What it writes, each buffer apart. */
  data: Buffer[];
  result: number;
  /** Positions in the trace. */
  beganAt: number;
  endedAt: number;
}

/** Reads what strace wrote with `-f -y -xx`. Calls stand in the order in which they began. */
export function readTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { begun: string; call: SystemCall }>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    if (resumed !== undefined) {
      const open = unfinished.get(thread);
      unfinished.delete(thread);
      if (open) finish(open.call, open.begun + resumed, at);
      continue;
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    if (name === undefined) continue; // a signal, or the end of a thread
    const call = { name, file: '', data: [], result: Number.NaN, beganAt: at, endedAt: at };
    calls.push(call);
    const begun = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1];
    if (begun === undefined) finish(call, rest, at);
    else unfinished.set(thread, { begun, call });
  }
  return calls;
}

function finish(call: SystemCall, text: string, at: number): void {
  call.file = /^\w+\(\d+<([^>]*)>/.exec(text)?.[1] ?? '';
  call.file = call.file.startsWith('\\x') ? fromHex(call.file).toString() : call.file;
  call.data = [...text.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, hex = '']) => fromHex(hex));
  call.result = Number(/ = (-?\d+)[^=]*$/.exec(text)?.[1]);
  call.endedAt = at;
}

function fromHex(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
}
