// Owns the question to git: which revision a contract is compared with, and what the contract was there.
import { execFileSync } from 'node:child_process';

export interface Base {
  revision: string;
  /** How it was chosen, for the reader. */
  reason: string;
}

/** A question that git, or the person who asked, has no answer to. */
export class NoBase extends Error {}

const FILE = 'openapi.yaml';

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
  for (const main of ['origin/main', 'main']) {
    const fork = git('merge-base', main, 'HEAD');
    if (fork !== undefined && fork !== head)
      return { revision: fork, reason: `where this branch left ${main}` };
  }
  const tag = git('describe', '--tags', '--match', 'v*', '--abbrev=0');
  if (tag !== undefined) return { revision: tag, reason: `the last release, ${tag}` };
  if (git('diff', '--name-only', 'HEAD', '--', FILE))
    return { revision: head, reason: 'the last commit: the contract has edits since' };
  const parent = git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  if (parent === undefined) throw new NoBase('There is no earlier commit to compare with.');
  return { revision: parent, reason: 'the commit before the last' };
}

export function contractAt(repository: string, { revision }: Base): string {
  const text = gitIn(repository)('show', `${revision}:${FILE}`);
  if (text === undefined) throw new NoBase(`${revision} has no ${FILE}.`);
  return text;
}

/** The answer, or undefined if git refuses. */
function gitIn(repository: string): (...args: string[]) => string | undefined {
  return (...args) => {
    try {
      const stdio = ['ignore', 'pipe', 'ignore'] as const;
      const options = { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
      const text = execFileSync('git', args, { ...options, stdio: [...stdio] });
      return args[0] === 'show' ? text : text.trim();
    } catch {
      return undefined;
    }
  };
}
