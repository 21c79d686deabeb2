// Owns the question to git: which revision a contract is compared with, and what a file was there.
import { execFileSync } from 'node:child_process';
import { Refusal } from './refusal.js';

export interface Base {
  revision: string;
  /** How it was chosen, for the reader. */
  reason: string;
}

/** A question that git, or the person who asked, has no answer to. */
export class NoBase extends Refusal {}

const FILE = 'openapi.yaml';
/** Of changesets, and by hand. */
const RELEASES = ['@animal-store/sdk@*', 'v*'];

/** @param wanted what the caller named, if anything. */
export function chooseBase(repository: string, wanted: string | undefined): Base {
  const git = gitIn(repository);
  if (wanted !== undefined) {
    const commit = git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`);
    if (commit === undefined) throw new NoBase(`git knows no revision ${wanted}.`);
    return { revision: commit, reason: wanted };
  }
  const head = git('rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === undefined) throw new NoBase('There is no commit to compare with.');
  const branch = git('symbolic-ref', '--short', '--quiet', 'HEAD') ?? 'main'; // no branch: what CI checks out
  for (const main of ['origin/main', 'main']) {
    const fork = git('merge-base', main, 'HEAD');
    if (fork !== undefined && (fork !== head || branch !== 'main'))
      return { revision: fork, reason: `where this branch left ${main}` };
  }
  const matches = RELEASES.flatMap((pattern) => ['--match', pattern]);
  const tag = git('describe', '--tags', ...matches, '--abbrev=0');
  if (tag !== undefined) return { revision: tag, reason: `the last release, ${tag}` };
  if (git('diff', '--name-only', 'HEAD', '--', FILE))
    return { revision: head, reason: 'the last commit: the contract has edits since' };
  const parent = git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  if (parent === undefined) throw new NoBase('There is no earlier commit to compare with.');
  return { revision: parent, reason: 'the commit before the last' };
}

/** What the reader calls it: a commit by its first digits, a tag by its name. */
export function describeBase({ revision, reason }: Base): string {
  return `${/^[0-9a-f]{40,}$/.test(revision) ? revision.slice(0, 12) : revision} (${reason})`;
}

export function contractAt(repository: string, base: Base): string {
  const text = fileAt(repository, base, FILE);
  if (text === undefined) throw new NoBase(`${describeBase(base)} has no ${FILE}.`);
  return text;
}

/** Undefined if the file was not there. */
export function fileAt(repository: string, { revision }: Base, file: string): string | undefined {
  return gitIn(repository)('show', `${revision}:${file}`);
}

/** The answer, or undefined if git refuses. */
function gitIn(repository: string): (...args: string[]) => string | undefined {
  return (...args) => {
    try {
      const text = execFileSync('git', args, {
        cwd: repository,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return args[0] === 'show' ? text : text.trim();
    } catch {
      return undefined;
    }
  };
}
