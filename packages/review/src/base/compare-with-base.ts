// Comparison of the contract in the working tree with the one in the base revision, and the decision about its changes.
import { readFile } from 'node:fs/promises';
import { getIn } from '@animal-store/spec/json';
import { parse } from 'yaml';
import { type Decision, decide } from '../decision/decide.js';
import { readPolicy } from '../decision/policy.js';
import { readUsage } from '../decision/usage-file.js';
import type { Comparison } from '../diff/compare.js';
import { CONTRACT_FILE, CONTRACT_NAME, REPOSITORY, userPath } from '../repository.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { readToday } from '../user-input.js';
import { chooseBase, describeBase, extractContract, readFileAt } from './base-revision.js';
import { announcedLevel } from './changesets.js';

export const REVIEW_OPTIONS = { usage: { type: 'string' }, today: { type: 'string' } } as const;

/**
 * @param values of the options. @param requested the base that the user named, if any.
 * @returns the decision, and the base as reports name it. @throws UserError
 */
export async function compareWithBase(
  values: { usage?: string | undefined; today?: string | undefined },
  requested: string | undefined,
): Promise<{ decision: Decision; base: string }> {
  const today = readToday(values.today);
  const usage =
    values.usage === undefined ? undefined : await readUsage(userPath(values.usage), values.usage);
  const policy = await readPolicy();
  const announced = await announcedLevel(REPOSITORY);
  const text = await readSingleFile();
  const base = chooseBase(REPOSITORY, requested);
  const isUnchanged =
    text !== undefined && text === readFileAt(REPOSITORY, base, CONTRACT_NAME)?.toString();
  const compared =
    (isUnchanged && unchanged(text)) ||
    (await withTemporaryFolder(async (folder) => {
      const { compare } = await import('../diff/compare.js'); // loads what reads contracts, which takes longer than all else
      const baseFile = isUnchanged
        ? CONTRACT_FILE
        : await extractContract(REPOSITORY, base, folder);
      return compare(baseFile, CONTRACT_FILE, today);
    }));
  return { decision: decide(compared, { announced, policy, usage }), base: describeBase(base) };
}

/** The text of a contract that refers to no other file; undefined for any other one. */
async function readSingleFile(): Promise<string | undefined> {
  const text = await readFile(CONTRACT_FILE, 'utf8').catch(() => '');
  return text === '' || /\$ref["']?:\s*["']?[^\s#"']/.test(text) ? undefined : text;
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
