// The development server, `npm run dev` or `npm run mock`, on a free port in a copy of the workspace.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A busy machine may be ten times slower than an idle one. */
const OUTPUT_TIMEOUT_MS = 30_000;

export interface DevProcess {
  /** Includes the base path. */
  url: string;
  /** What it printed so far. */
  output(): string;
  /** Waits for output after the previous match. Rejects if there is none in time. */
  next(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a request to a path below the base path. @param key null: none. Default: the printed one. */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Sends the signal to all processes, as Ctrl-C does, and waits until each of them has ended. */
  stop(signal?: NodeJS.Signals): Promise<{ exitCode: number | null }>;
}

/** Resolves when it serves. */
export async function startDev(script: 'dev' | 'mock', folder: string): Promise<DevProcess> {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: `file:${join(folder, 'data/dev.db')}`,
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
      const deadline = setTimeout(fail, OUTPUT_TIMEOUT_MS);
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

  const [, url = ''] = await next(/Serving (\S+),/);
  const printedKey =
    script === 'mock' ? (await next(/as_live_\w+/))[0] : /as_live_\w+/.exec(output)?.[0];
  return {
    url,
    output: () => output,
    next,
    call(path, { key = printedKey, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (key) headers.set('Authorization', `Bearer ${key}`);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    stop(signal = 'SIGINT') {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {} // all processes have ended already
      return ended;
    },
  };
}
