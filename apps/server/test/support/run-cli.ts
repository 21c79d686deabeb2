// Runs a command of the operator's command line to completion, in a process of its own.
import type { Quota } from '@animal-store/core';
import { type InProcessOptions, runInProcess } from './run-in-process.js';
import { type CliOptions, type CliResult, spawnCli } from './spawn-cli.js';

/** A command that does not end fails only its own test. */
const TIMEOUT_MS = 120_000;

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return spawnCli(args, { timeoutMs: TIMEOUT_MS, ...options }).ended;
}

/**
 * Creates an API key with `keys create`, in this process.
 * @param quota For plans with a custom quota.
 */
export function createKey(
  options: InProcessOptions,
  plan?: string,
  quota?: Quota,
): Promise<string> {
  return createKeyBy((args) => runInProcess(args, options), plan, quota);
}

/** As `createKey`, in a process of its own: it leaves no file open, and may be another program. */
export function createKeyApart(options: CliOptions, plan?: string, quota?: Quota): Promise<string> {
  return createKeyBy((args) => runCli(args, options), plan, quota);
}

async function createKeyBy(
  run: (args: readonly string[]) => Promise<CliResult>,
  plan = 'business',
  quota?: Quota,
): Promise<string> {
  const numbers = quota
    ? ['--per-minute', String(quota.perMinute), '--per-day', String(quota.perDay)]
    : [];
  const create = ['keys', 'create', '--plan', plan, '--name', 'test', ...numbers];
  const { stdout, stderr } = await run(create);
  if (stdout === '') throw new Error(`keys create failed: ${stderr}`);
  return stdout.trim();
}
