// The tools of the system that a test needs. Where one is missing or not permitted, its tests say so in one line and are
// skipped; with REQUIRE_SERVICES=1 they fail.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tries each tool for what it is needed for: that it is installed does not mean that it is permitted. */
const PROBES = {
  nginx: () => works('nginx', '-t'),
  strace: () => works('strace', '-f', '-e', 'trace=none', 'true'),
  '12,000 open files': () =>
    works('sh', '-c', '[ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -ge 12000 ]'),
  mount() {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-mount-'));
    const isMounted = works('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
    if (isMounted) works('umount', folder);
    rmdirSync(folder);
    return isMounted;
  },
};

export type Tool = keyof typeof PROBES;

/** `describe` where the tool works, `describe.skip` elsewhere. */
export function describeWithTool(tool: Tool): jest.Describe {
  if (PROBES[tool]()) return describe;
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${tool} is not there or not permitted`);
  process.stdout.write(`${tool}: not there or not permitted, skipped\n`);
  return describe.skip;
}

/** Runs a tool to its end. @throws an Error with what it said if it fails. */
export function runTool(tool: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr}`);
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
