// Comparison of the contract in the working tree with the one in the base revision.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContractFiles } from '@animal-store/openapi-tools';
import { type Comparison, compare } from '../diff/compare.js';
import { CONTRACT_FILE, REPOSITORY, relativeName } from '../repository.js';
import { chooseBase, describeBase, extractContract } from './base-revision.js';
import { announcedLevel } from './changesets.js';

export interface BaseComparison {
  comparison: Comparison;
  /** The base as reports name it. */
  base: string;
  baseFile: string;
  headFile: string;
}

/** Calls `use` with the comparison. The files of the base's contract are deleted when `use` ends. */
export async function compareWithBase<T>(
  requested: string | undefined,
  use: (comparison: BaseComparison) => Promise<T>,
): Promise<T> {
  const { paths } = await readContractFiles(CONTRACT_FILE);
  const base = chooseBase(REPOSITORY, requested, paths.map(relativeName));
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    const baseFile = await extractContract(REPOSITORY, base, folder);
    const headFile = CONTRACT_FILE;
    const comparison = await compare(baseFile, headFile, {
      announced: await announcedLevel(REPOSITORY),
    });
    return await use({ comparison, base: describeBase(base), baseFile, headFile });
  } finally {
    await rm(folder, { recursive: true });
  }
}
