// Signals that stop a command in an orderly way. A closed terminal sends SIGHUP.
import { constants, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const { O_RDONLY, O_WRONLY, O_RDWR } = constants;

/** SIGHUP stops nothing under `nohup`. */
export const STOP_SIGNALS: readonly NodeJS.Signals[] = isUnderNohup()
  ? ['SIGINT', 'SIGTERM']
  : ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * `nohup` lets a process ignore SIGHUP, but Node resets that when it starts. What remains of it is the variable `_` of most shells,
 * and a standard input that can only be written, in place of the terminal.
 */
function isUnderNohup(): boolean {
  if (basename(process.env._ ?? '') === 'nohup') return true;
  try {
    const [, flags = ''] =
      /^flags:\s*(\d+)/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & (O_RDONLY | O_WRONLY | O_RDWR)) === O_WRONLY;
  } catch {
    return false; // not Linux
  }
}

/** Keeps signals from ending a command, or from opening Node's inspector, by what Node does without a listener. */
export function ignoreOtherSignals(): void {
  process.on('SIGUSR1', () => {});
  if (!STOP_SIGNALS.includes('SIGHUP')) process.on('SIGHUP', () => {});
}
