// Program that runs in every runtime: all cases, one after another.
import { CALLS } from './cases/calls.ts';
import type { Context } from './cases/case.ts';
import { FAULTS } from './cases/faults.ts';
import { KEYS } from './cases/keys.ts';
import { KIT } from './cases/kit.ts';

export const CASES = { ...CALLS, ...KEYS, ...FAULTS, ...KIT };

/** The result of each case, as JSON holds it; a text if the case failed. */
export async function run(context: Context): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, { run: runCase }] of Object.entries(CASES))
    results[name] = await runCase(context).catch((error: unknown) => `failed: ${error}`);
  return results;
}
