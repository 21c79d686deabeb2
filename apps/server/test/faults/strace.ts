// Injection of errors into system calls with strace.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Tracer {
  detach(): Promise<void>;
}

/**
 * Resolves when calls of all threads fail. @throws an Error if strace cannot attach.
 * @param failure Such as `error=EIO:when=12+`.
 * @param file Only calls on it fail.
 */
export async function failCalls(
  pid: number | undefined,
  calls: string,
  failure: string,
  file?: string,
): Promise<Tracer> {
  const only = file === undefined ? [] : ['-P', file];
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${failure}`];
  const options = ['-f', '-o', '/dev/null', ...only, ...inject, '-p', String(pid)];
  const child = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    const output: string[] = [];
    child.once('error', reject);
    child.once('close', () => reject(new Error(`strace ended: ${output.join('\n')}`)));
    createInterface(child.stderr).on('line', (line) => {
      output.push(line);
      if (/ attached/.test(line)) resolve();
    });
  });
  return {
    async detach() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
