// Owns the comparison of the contract in the working tree with the one of an earlier revision.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_FILE, REPOSITORY } from './contract.js';
import { type Base, chooseBase, contractAt } from './revision.js';

/** Calls `use` with the base's contract as a file, which is gone afterwards. */
export async function againstBase<T>(
  wanted: string | undefined,
  use: (baseFile: string, headFile: string, base: Base) => Promise<T>,
): Promise<T> {
  const base = chooseBase(REPOSITORY, wanted);
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    const baseFile = join(folder, 'openapi.yaml');
    await writeFile(baseFile, contractAt(REPOSITORY, base));
    return await use(baseFile, CONTRACT_FILE, base);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function describeBase({ revision, reason }: Base): string {
  return `${revision.slice(0, 12)} (${reason})`;
}
