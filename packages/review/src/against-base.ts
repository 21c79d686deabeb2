// Owns the comparison of the contract in the working tree with the one of an earlier revision.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announcedStep } from './changesets.js';
import { type Comparison, compare } from './compare.js';
import { exportedTypes, TYPES_FILE } from './exported-types.js';
import { CONTRACT_FILE, REPOSITORY } from './repository.js';
import { chooseBase, contractAt, describeBase, fileAt } from './revision.js';

export interface Review {
  comparison: Comparison;
  /** What the reader calls the base. */
  base: string;
  baseFile: string;
  headFile: string;
}

/** Calls `use` with the comparison, and with the base's contract as a file, which is gone afterwards. */
export async function againstBase<T>(
  wanted: string | undefined,
  use: (review: Review) => Promise<T>,
): Promise<T> {
  const base = chooseBase(REPOSITORY, wanted);
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    const [baseFile, headFile] = [join(folder, 'openapi.yaml'), CONTRACT_FILE];
    await writeFile(baseFile, contractAt(REPOSITORY, base));
    const comparison = await compare(baseFile, headFile, {
      exported: exportedTypes(fileAt(REPOSITORY, base, TYPES_FILE) ?? ''),
      announced: await announcedStep(REPOSITORY),
    });
    return await use({ comparison, base: describeBase(base), baseFile, headFile });
  } finally {
    await rm(folder, { recursive: true });
  }
}
