// Runs one command of the operator to its end.
import { type CliOptions, type CliResult, spawnCli } from './spawn-cli.js';

/** So that a command which should end, and does not, fails its test and no other. */
const TIMEOUT_MS = 10_000;

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return spawnCli(args, { timeoutMs: TIMEOUT_MS, ...options }).ended;
}

/** Issues a key as the operator does. */
export async function createKey(options: CliOptions, plan = 'business'): Promise<string> {
  const { stdout, stderr } = await runCli(
    ['keys', 'create', '--plan', plan, '--name', 'test'],
    options,
  );
  if (stdout === '') throw new Error(`no key was issued: ${stderr}`);
  return stdout.trim();
}
