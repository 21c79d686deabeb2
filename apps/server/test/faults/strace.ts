// Tracing of system calls with strace, and injection of errors into them.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Tracer {
  /** Stops tracing. Resolves when the trace is complete. */
  detach(): Promise<void>;
}

/** Resolves when all threads are traced. @throws an Error if strace cannot attach. */
export async function trace(pid: number, ...options: string[]): Promise<Tracer> {
  const child = spawn('strace', ['-f', ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await attached(child);
  return {
    async detach() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

function attached(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`strace ended: ${output.join('\n')}`)));
    const output: string[] = [];
    if (child.stderr === null) throw new Error('strace has no stderr');
    createInterface(child.stderr).on('line', (line) => {
      output.push(line);
      if (/ attached/.test(line)) resolve();
    });
  });
}

export interface SystemCall {
  name: string;
  /** File of the first argument, if strace prints it: `/tmp/store.db-wal`, `socket:[4711]`. */
  file: string;
  /** Buffers that the call writes. */
  data: Buffer[];
  result: number;
  /** Line numbers in the trace. */
  startLine: number;
  endLine: number;
}

/** Parses the output of strace `-f -y -xx`. Calls are in the order in which they began. */
export function readTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { start: string; call: SystemCall }>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    if (resumed !== undefined) {
      const open = unfinished.get(thread);
      unfinished.delete(thread);
      if (open) finish(open.call, open.start + resumed, at);
      continue;
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    if (name === undefined) continue; // a signal, or the end of a thread
    const call = { name, file: '', data: [], result: Number.NaN, startLine: at, endLine: at };
    calls.push(call);
    const start = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1];
    if (start === undefined) finish(call, rest, at);
    else unfinished.set(thread, { start, call });
  }
  return calls;
}

function finish(call: SystemCall, text: string, at: number): void {
  call.file = /^\w+\(\d+<([^>]*)>/.exec(text)?.[1] ?? '';
  call.file = call.file.startsWith('\\x') ? fromHex(call.file).toString() : call.file;
  call.data = [...text.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, hex = '']) => fromHex(hex));
  call.result = Number(/ = (-?\d+)[^=]*$/.exec(text)?.[1]);
  call.endLine = at;
}

function fromHex(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
}
