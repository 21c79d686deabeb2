// CPU time of other processes, from /proc: what the machine used less what the benchmark used, or what the processes report.
//
// Neither sees everything. Many kernels charge the interrupts of a busy network to the processes that they interrupt, and
// /proc/stat counts them apart, so that the difference is too small. And /proc may not list the processes outside a
// container. The larger of the two numbers is used.
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const MS_PER_TICK = 10; // USER_HZ is 100 on every Linux
/** Above this share of the machine's CPU time, other processes distort the result. */
export const MAX_FOREIGN_SHARE = 0.1;

export interface CpuTimes {
  atMs: number;
  /** All cores together, without interrupts. */
  busyMs: number;
  /** Time in which the hypervisor ran something else. */
  stealMs: number;
  /** Of this process, its descendants, and the services that take part in the run. */
  ownMs: number;
  /** Of the processes that are not its own. */
  othersMs: number;
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
  const times = sumTimes(readProcesses(), process.pid, services);
  return { atMs: performance.now(), busyMs, stealMs, ...times };
}

export function sharesBetween(before: CpuTimes, after: CpuTimes, cores = cpus().length): CpuShares {
  const totalMs = (after.atMs - before.atMs) * cores;
  const [busyMs, ownMs] = [after.busyMs - before.busyMs, after.ownMs - before.ownMs];
  const foreignMs = Math.max(0, busyMs - ownMs, after.othersMs - before.othersMs);
  return {
    foreign: foreignMs / totalMs,
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

/** The time of `root`, its descendants and the services, and that of all others. */
export function sumTimes(
  processes: readonly ProcessTimes[],
  root: number,
  services: readonly string[],
): Pick<CpuTimes, 'ownMs' | 'othersMs'> {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isDescendant = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isDescendant(parents.get(pid)));
  const sums = { ownMs: 0, othersMs: 0 };
  for (const { pid, name, ms } of processes) {
    if (isDescendant(pid) || services.includes(name)) sums.ownMs += ms;
    else sums.othersMs += ms;
  }
  return sums;
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
