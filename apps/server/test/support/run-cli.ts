// Runs one command of the operator to its end.
import type { Quota } from '@animal-store/contract';
import { type CliOptions, type CliResult, spawnCli } from './spawn-cli.js';

/** So that a command which should end, and does not, fails its test and no other. */
const TIMEOUT_MS = 120_000;

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return spawnCli(args, { timeoutMs: TIMEOUT_MS, ...options }).ended;
}

/**
 * Issues a key as the operator does.
 * @param quota For a plan without numbers of its own.
 */
export async function createKey(
  options: CliOptions,
  plan = 'business',
  quota?: Quota,
): Promise<string> {
  const numbers = quota
    ? ['--per-minute', String(quota.perMinute), '--per-day', String(quota.perDay)]
    : [];
  const { stdout, stderr } = await runCli(
    ['keys', 'create', '--plan', plan, '--name', 'test', ...numbers],
    options,
  );
  if (stdout === '') throw new Error(`no key was issued: ${stderr}`);
  return stdout.trim();
}
