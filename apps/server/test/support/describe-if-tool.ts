// System tools for tests. Without the tool or the permission to use it, tests are skipped with a message; with
// REQUIRE_SERVICES=1 they fail.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs each tool, because an installed tool may lack permission. */
const PROBES = {
  curl: () => works('curl', '--version'),
  script: () => works('script', '--version'),
  nginx: () => works('nginx', '-t'),
  promtool: () => works('promtool', '--version'),
  'systemd-notify': () => works('systemd-notify', '--version'),
  strace: () => works('strace', '-f', '-e', 'trace=none', 'true'),
  '12,000 open files': () =>
    works('sh', '-c', '[ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -ge 12000 ]'),
  'a machine of its own': () =>
    ['nginx', 'openssl', 'strace', 'systemd-analyze', 'ss'].every((tool) =>
      works('sh', '-c', `command -v ${tool}`),
    ) && works('unshare', '--mount', '--net', '--pid', '--fork', 'true'),
  mount() {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-mount-'));
    const isMounted = works('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
    if (isMounted) works('umount', folder);
    rmdirSync(folder);
    return isMounted;
  },
};

type Tool = keyof typeof PROBES;

/** `describe` if the tool works, otherwise `describe.skip`. */
export function describeIfTool(tool: Tool): jest.Describe {
  return describeUnless(PROBES[tool]() ? undefined : `${tool} is not installed or not permitted`);
}

/** @param problem Why the tests cannot run. */
export function describeUnless(problem: string | undefined): jest.Describe {
  if (problem === undefined) return describe;
  if (process.env.REQUIRE_SERVICES === '1') throw new Error(problem);
  process.stdout.write(`skipped: ${problem}\n`);
  return describe.skip;
}

/** Runs a tool to completion. @returns its stdout. @throws an Error with its stderr if it fails. */
export function runTool(tool: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

export function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
