// Comparison of the contract in the working tree with the one in the base revision, and the decision about its changes.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getIn } from '@animal-store/openapi-tools/json';
import { parse } from 'yaml';
import { type Decision, decide } from '../decision/decide.js';
import { readPolicy } from '../decision/policy.js';
import type { Comparison } from '../diff/compare.js';
import { CONTRACT_FILE, REPOSITORY, relativeName } from '../repository.js';
import type { ReviewOptions } from '../review-options.js';
import {
  CONTRACT,
  chooseBase,
  describeBase,
  extractContract,
  readFileAt,
} from './base-revision.js';
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
  const text = await readSingleFile();
  const files = text === undefined ? await contractFiles() : [CONTRACT];
  const base = chooseBase(REPOSITORY, requested, files);
  const isUnchanged =
    text !== undefined && text === readFileAt(REPOSITORY, base, CONTRACT)?.toString();
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    const baseFile = isUnchanged ? CONTRACT_FILE : await extractContract(REPOSITORY, base, folder);
    const headFile = CONTRACT_FILE;
    const context = {
      announced: await announcedLevel(REPOSITORY),
      policy,
      usage,
      today,
    };
    const found = isUnchanged ? unchanged(text) : undefined;
    const comparison = (
      found === undefined ? compareFiles(baseFile, headFile, today) : Promise.resolve(found)
    ).then((one) => decide(one, context));
    const result = use({ comparison, base: describeBase(base), baseFile, headFile });
    await Promise.allSettled([comparison, result]); // both read the base's files
    await comparison; // an invalid contract is reported by the comparison
    return await result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The text of a contract that refers to no other file; undefined for any other one. */
async function readSingleFile(): Promise<string | undefined> {
  const text = await readFile(CONTRACT_FILE, 'utf8').catch(() => '');
  return text === '' || /\$ref["']?:\s*["']?[^\s#"']/.test(text) ? undefined : text;
}

async function contractFiles(): Promise<string[]> {
  const { readContractFiles } = await import('@animal-store/openapi-tools');
  const { paths } = await readContractFiles(CONTRACT_FILE);
  return paths.map(relativeName);
}

/** Loads what reads contracts, which takes longer than all else. */
async function compareFiles(
  baseFile: string,
  headFile: string,
  today: string,
): Promise<Comparison> {
  const { compare } = await import('../diff/compare.js');
  return compare(baseFile, headFile, { today });
}

/** The comparison of a contract with itself; undefined if it cannot be read. */
function unchanged(text: string): Comparison | undefined {
  try {
    const version = getIn(parse(text, { merge: true }), 'info', 'version');
    if (typeof version !== 'string') return undefined;
    const versions = { baseVersion: version, headVersion: version, nextVersion: version };
    return { changes: [], wire: 'none', source: 'none', level: 'none', ...versions };
  } catch {
    return undefined;
  }
}
