// Description of the machine and of the package versions.
import { createRequire } from 'node:module';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { type CpuShares, measureIdleMachine } from './cpu.js';

const require = createRequire(import.meta.url);

export interface Machine {
  when: string;
  processor: string;
  cores: number;
  memoryGigabytes: number;
  system: string;
  node: string;
  /** While the benchmark waited, before the run. The load average would still show what has ended since. */
  cpuBefore: CpuShares;
  versions: Record<string, string>;
}

const IDLE_CHECK_MS = 3_000;

export async function describeMachine(): Promise<Machine> {
  return {
    when: new Date().toISOString().slice(0, 16).replace('T', ' '),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${arch()}`,
    node: process.version,
    cpuBefore: await measureIdleMachine(IDLE_CHECK_MS),
    versions: readVersions(),
  };
}

/** The manifest pins every version; better-sqlite3 comes from the server's installation. */
function readVersions(): Record<string, string> {
  const { devDependencies }: { devDependencies: Record<string, string> } =
    require('../package.json');
  const { version }: { version: string } = require('better-sqlite3/package.json');
  const pinned = Object.entries(devDependencies).filter(([name]) => !name.startsWith('@types/'));
  return Object.fromEntries([...pinned, ['better-sqlite3', version]]);
}
