// Comparison of the contract in the working tree with the one in the base revision.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Comparison, compare } from '../diff/compare.js';
import { CONTRACT_FILE, REPOSITORY } from '../repository.js';
import { chooseBase, describeBase, readContractAt, readFileAt } from './base-revision.js';
import { announcedLevel } from './changesets.js';
import { exportedTypes, TYPES_FILE } from './exported-types.js';

export interface BaseComparison {
  comparison: Comparison;
  /** The base as reports name it. */
  base: string;
  baseFile: string;
  headFile: string;
}

/** Calls `use` with the comparison. The file of the base's contract is deleted when `use` ends. */
export async function compareWithBase<T>(
  requested: string | undefined,
  use: (comparison: BaseComparison) => Promise<T>,
): Promise<T> {
  const base = chooseBase(REPOSITORY, requested);
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    const [baseFile, headFile] = [join(folder, 'openapi.yaml'), CONTRACT_FILE];
    await writeFile(baseFile, readContractAt(REPOSITORY, base));
    const comparison = await compare(baseFile, headFile, {
      exportedTypes: exportedTypes(readFileAt(REPOSITORY, base, TYPES_FILE) ?? ''),
      announced: await announcedLevel(REPOSITORY),
    });
    return await use({ comparison, base: describeBase(base), baseFile, headFile });
  } finally {
    await rm(folder, { recursive: true });
  }
}
