// CPU time of the machine and of the benchmark's own processes, from /proc: what is left was used by other processes.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const MS_PER_TICK = 10; // USER_HZ is 100 on every Linux
/** Above this share of the machine's CPU time, other processes distort the result. */
export const MAX_FOREIGN_SHARE = 0.1;

export interface CpuTimes {
  atMs: number;
  /** In processes, all cores together. Interrupts, which belong to no process, are not included. */
  busyMs: number;
  /** Time in which the hypervisor ran something else. */
  stealMs: number;
  /** Of this process, its descendants, and the services that take part in the run. */
  ownMs: number;
}

/** Shares of the CPU time of all cores. */
export interface CpuShares {
  foreign: number;
  steal: number;
}

export interface ProcessTimes {
  pid: number;
  parent: number;
  name: string;
  /** Of the process and of its children that have ended. */
  ms: number;
}

/** @param services Names of processes that take part in the run, such as `postgres`. */
export function readCpu(services: readonly string[] = []): CpuTimes {
  const { busyMs, stealMs } = parseMachine(readFileSync('/proc/stat', 'utf8'));
  const ownMs = ownTime(readProcesses(), process.pid, services);
  return { atMs: performance.now(), busyMs, stealMs, ownMs };
}

export function sharesBetween(before: CpuTimes, after: CpuTimes, cores = cpus().length): CpuShares {
  const totalMs = (after.atMs - before.atMs) * cores;
  const foreignMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
  return {
    foreign: Math.max(0, foreignMs) / totalMs,
    steal: (after.stealMs - before.stealMs) / totalMs,
  };
}

/** The shares while the benchmark itself does nothing. */
export async function measureIdleMachine(ms: number): Promise<CpuShares> {
  const before = readCpu();
  await pause(ms);
  return sharesBetween(before, readCpu());
}

export function isBusy({ foreign }: CpuShares): boolean {
  return foreign > MAX_FOREIGN_SHARE;
}

/** The first line of /proc/stat, see proc(5): user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseMachine(stat: string): Pick<CpuTimes, 'busyMs' | 'stealMs'> {
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = stat
    .slice(0, stat.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { busyMs: (user + nice + system) * MS_PER_TICK, stealMs: steal * MS_PER_TICK };
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

/** The time of `root`, its descendants and the services. */
export function ownTime(
  processes: readonly ProcessTimes[],
  root: number,
  services: readonly string[],
): number {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isDescendant = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isDescendant(parents.get(pid)));
  return processes
    .filter(({ pid, name }) => isDescendant(pid) || services.includes(name))
    .reduce((sum, { ms }) => sum + ms, 0);
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
