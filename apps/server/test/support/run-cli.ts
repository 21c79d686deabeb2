// Runs a command of the operator's command line to completion, in a process of its own.
import type { Quota } from '@animal-store/contract';
import { type InProcessOptions, runInProcess } from './run-in-process.js';
import { type CliOptions, type CliResult, spawnCli } from './spawn-cli.js';

/** A command that does not end fails only its own test. */
const TIMEOUT_MS = 120_000;

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return spawnCli(args, { timeoutMs: TIMEOUT_MS, ...options }).ended;
}

/** Creates an API key with `keys create`, in this process. | @param quota For plans with a custom quota. */
export async function createKey(
  options: InProcessOptions,
  plan = 'business',
  quota?: Quota,
): Promise<string> {
  const numbers = quota
    ? ['--per-minute', String(quota.perMinute), '--per-day', String(quota.perDay)]
    : [];
  const { stdout, stderr } = await runInProcess(
    ['keys', 'create', '--plan', plan, '--name', 'test', ...numbers],
    options,
  );
  if (stdout === '') throw new Error(`keys create failed: ${stderr}`);
  return stdout.trim();
}
