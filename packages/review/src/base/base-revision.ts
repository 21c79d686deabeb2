// Base revision: the git revision that the contract is compared with, and files as they were there.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PARTS_FOLDER } from '@animal-store/spec/contract-folder';
import { CONTRACT_NAME } from '../repository.js';
import { UserError } from '../user-input.js';

export interface Base {
  revision: string;
  /** Why this revision was chosen, for reports. */
  reason: string;
}

const MAX_OUTPUT_BYTES = 2 ** 28;
/** Tags of changesets, and tags set by hand. */
const RELEASE_TAGS = ['@animal-store/sdk@*', 'v*'];

/**
 * @param requested the revision that the user named, if any.
 * @throws UserError
 */
export function chooseBase(repository: string, requested: string | undefined): Base {
  const git = gitIn(repository);
  if (requested !== undefined) {
    const commit = git('rev-parse', '--verify', '--quiet', `${requested}^{commit}`);
    if (commit === undefined) throw new UserError(`Unknown git revision: ${requested}.`);
    return { revision: commit, reason: requested };
  }
  const head = git('rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === undefined) throw new UserError('The repository has no commit to compare with.');
  const branch = git('symbolic-ref', '--short', '--quiet', 'HEAD') ?? 'main'; // CI checks out a detached HEAD
  for (const main of ['origin/main', 'main']) {
    const fork = git('merge-base', main, 'HEAD');
    if (fork !== undefined && (fork !== head || branch !== 'main'))
      return { revision: fork, reason: `the merge base with ${main}` };
  }
  const matches = RELEASE_TAGS.flatMap((pattern) => ['--match', pattern]);
  const tag = git('describe', '--tags', ...matches, '--abbrev=0');
  if (tag !== undefined) return { revision: tag, reason: `the last release, ${tag}` };
  if (git('diff', '--name-only', 'HEAD', '--', CONTRACT_NAME, PARTS_FOLDER))
    return { revision: head, reason: 'the last commit: the contract has uncommitted changes' };
  const parent = git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  if (parent === undefined)
    throw new UserError('The repository has no earlier commit to compare with.');
  return { revision: parent, reason: 'the commit before the last one' };
}

/** The base as reports name it: the abbreviated hash or the tag, with the reason. */
export function describeBase({ revision, reason }: Base): string {
  return `${/^[0-9a-f]{40,}$/.test(revision) ? revision.slice(0, 12) : revision} (${reason})`;
}

/**
 * Writes the contract as it was in the base, and every YAML file: an earlier contract may have its parts in any folder.
 * @returns the path of the contract. @throws UserError if the base has no contract.
 */
export async function extractContract(
  repository: string,
  base: Base,
  folder: string,
): Promise<string> {
  const git = gitIn(repository);
  const listed = git('ls-tree', '-r', '-z', '--name-only', base.revision) ?? '';
  const names = listed.split('\0').filter((name) => /\.ya?ml$/.test(name));
  if (!names.includes(CONTRACT_NAME))
    throw new UserError(`${describeBase(base)} has no ${CONTRACT_NAME}.`);
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), readFileAt(repository, base, name) ?? '');
  }
  return join(folder, CONTRACT_NAME);
}

/** Undefined if the revision does not have the file. */
export function readFileAt(
  repository: string,
  { revision }: Base,
  file: string,
): Buffer | undefined {
  return runGit(repository, ['show', `${revision}:${file}`]);
}

/** The function that runs git: its result is undefined if git fails. */
function gitIn(repository: string): (...args: string[]) => string | undefined {
  return (...args) => runGit(repository, args)?.toString().trim();
}

function runGit(repository: string, args: string[]): Buffer | undefined {
  try {
    return execFileSync('git', args, {
      cwd: repository,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
