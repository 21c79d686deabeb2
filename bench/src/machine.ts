// The machine: its description, and the CPU time that other processes use meanwhile, from /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { arch, cpus, release, type } from 'node:os';

const MS_PER_TICK = 10; // USER_HZ is 100 on every Linux
/** Above this share of the machine's CPU time, other processes distort the result. */
export const MAX_FOREIGN_SHARE = 0.1;

export interface ProcessTimes {
  pid: number;
  parent: number;
  name: string;
  /** Of the process and of its children that have ended. */
  ms: number;
}

/** Starts to observe. The result returns the share of all cores that others have used since. @param services See sumOthers. */
export function observeOthers(services: readonly string[]): () => number {
  const others = () => sumOthers(readProcesses(), process.pid, services);
  const [beganMs, before] = [performance.now(), others()];
  return () => Math.max(0, others() - before) / ((performance.now() - beganMs) * cpus().length);
}

/** The time of all processes but `root`, its descendants and the services: names of processes that take part in the run. */
export function sumOthers(
  processes: readonly ProcessTimes[],
  root: number,
  services: readonly string[],
): number {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isOurs(parents.get(pid)));
  return processes
    .filter(({ pid, name }) => !isOurs(pid) && !services.includes(name))
    .reduce((sum, { ms }) => sum + ms, 0);
}

/** /proc/PID/stat, see proc(5). The name in parentheses may contain spaces. */
export function parseProcess(stat: string): ProcessTimes {
  const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')];
  const fields = stat.slice(close + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    name: stat.slice(open + 1, close),
    ms: ticks * MS_PER_TICK,
  };
}

export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const now = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${processor}, ${cpus().length} cores; ${type()} ${release()} ${arch()}; Node ${process.version}; ${now} UTC`;
}

function readProcesses(): ProcessTimes[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [parseProcess(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}
