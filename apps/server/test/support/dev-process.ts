// The development server, `npm run dev` or `npm run mock`, on a free port in a copy of the workspace.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawResponse } from './raw-connection.js';
import { createKey } from './run-cli.js';

/** A busy machine may be ten times slower than an idle one. */
const TIMEOUT_MS = 120_000;
const RETRY_MS = 50;

export interface DevProcess {
  /** Includes the base path. */
  url: string;
  /** What it printed so far. */
  output(): string;
  /** Waits for output after the previous match. Rejects if there is none in time. */
  next(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a request to a path below the base path. @param key null: none. Default: one that works. */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Repeats a GET with a key that works until the reply is as wanted. Rejects if it never is. */
  until(path: string, isWanted: (reply: RawResponse) => boolean): Promise<void>;
  /** Sends the signal to all processes, as Ctrl-C does, and waits until each of them has ended. */
  stop(signal?: NodeJS.Signals): Promise<{ exitCode: number | null }>;
}

/** Resolves when it serves. */
export async function startDev(script: 'dev' | 'mock', folder: string): Promise<DevProcess> {
  const file = join(folder, 'data/dev.db');
  mkdirSync(dirname(file), { recursive: true });
  const createdKey = script === 'dev' ? await createKey({ file }, 'free') : undefined;
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0', // a free one, the same after each edit
      LOG_LEVEL: 'error',
      DATABASE_URL: `file:${file}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own
  });
  let output = '';
  let position = 0;
  let check = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      check();
    });
  }
  const ended = new Promise<{ exitCode: number | null }>((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode })); // once no process holds its output any more
  });
  const next = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = () => reject(new Error(`no ${pattern} in:\n${output.slice(position)}`));
      const deadline = setTimeout(fail, TIMEOUT_MS);
      check = () => {
        const match = pattern.exec(output.slice(position));
        if (match === null) return;
        position += match.index + match[0].length;
        check = () => {};
        clearTimeout(deadline);
        resolve(match);
      };
      check();
      ended.then(fail);
    });

  const [, url = ''] = await next(/^ {2}API +(\S+)$/m);
  const workingKey = createdKey ?? (await next(/as_live_\w+/))[0];
  const call: DevProcess['call'] = (path, { key = workingKey, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (key) headers.set('Authorization', `Bearer ${key}`);
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    url,
    output: () => output,
    next,
    call,
    async until(path, isWanted) {
      const deadlineMs = performance.now() + TIMEOUT_MS;
      for (;;) {
        const reply = await call(path).catch(() => undefined); // no server while one replaces another
        const { status = 0, headers = new Headers() } = reply ?? {};
        const text = (await reply?.text()) ?? '';
        if (reply && isWanted({ status, headers, text })) return;
        if (performance.now() > deadlineMs)
          throw new Error(`${path} still answers ${status} ${text}:\n${output.slice(position)}`);
        await pause(RETRY_MS);
      }
    },
    stop(signal = 'SIGINT') {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {} // all processes have ended already
      return ended;
    },
  };
}
