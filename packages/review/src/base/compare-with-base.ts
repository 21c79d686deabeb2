// Comparison of the contract in the working tree with the one in the base revision, and the decision about its changes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContractFiles } from '@animal-store/openapi-tools';
import { type Decision, decide } from '../decision/decide.js';
import { readPolicy } from '../decision/policy.js';
import { compare } from '../diff/compare.js';
import { CONTRACT_FILE, REPOSITORY, relativeName } from '../repository.js';
import type { ReviewOptions } from '../review-options.js';
import { chooseBase, describeBase, extractContract } from './base-revision.js';
import { announcedLevel } from './changesets.js';

export interface BaseComparison {
  /** Runs while `use` does other work. */
  comparison: Promise<Decision>;
  /** The base as reports name it. */
  base: string;
  baseFile: string;
  headFile: string;
}

/** Calls `use` with the comparison. The files of the base's contract are deleted when `use` ends. */
export async function compareWithBase<T>(
  requested: string | undefined,
  { today, usage }: ReviewOptions,
  use: (comparison: BaseComparison) => Promise<T>,
): Promise<T> {
  const policy = await readPolicy();
  const { paths } = await readContractFiles(CONTRACT_FILE);
  const base = chooseBase(REPOSITORY, requested, paths.map(relativeName));
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    const baseFile = await extractContract(REPOSITORY, base, folder);
    const headFile = CONTRACT_FILE;
    const context = {
      announced: await announcedLevel(REPOSITORY),
      policy,
      usage,
      today,
    };
    const comparison = compare(baseFile, headFile, { today }).then((found) =>
      decide(found, context),
    );
    const result = use({ comparison, base: describeBase(base), baseFile, headFile });
    await Promise.allSettled([comparison, result]); // both read the base's files
    await comparison; // an invalid contract is reported by the comparison
    return await result;
  } finally {
    await rm(folder, { recursive: true });
  }
}
