// Runs a command of the operator's command line to completion.
import type { Quota } from '@animal-store/contract';
import { type CliOptions, type CliResult, spawnCli } from './spawn-cli.js';

/** A command that does not end fails only its own test. */
const TIMEOUT_MS = 120_000;

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return spawnCli(args, { timeoutMs: TIMEOUT_MS, ...options }).ended;
}

/** Creates an API key with `keys create`. | @param quota For plans with a custom quota. */
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
  if (stdout === '') throw new Error(`keys create failed: ${stderr}`);
  return stdout.trim();
}
