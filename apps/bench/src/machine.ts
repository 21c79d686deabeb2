// Description of the machine and of the package versions.
import { createRequire } from 'node:module';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';

const require = createRequire(import.meta.url);

export interface Machine {
  when: string;
  processor: string;
  cores: number;
  memoryGigabytes: number;
  system: string;
  node: string;
  /** Load average of the last minute. Other processes distort the result. */
  loadBefore: number;
  versions: Record<string, string>;
}

export function describeMachine(): Machine {
  return {
    when: new Date().toISOString().slice(0, 16).replace('T', ' '),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${arch()}`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
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
