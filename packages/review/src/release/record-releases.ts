// Record of the releases: how the contract changed from each release to the next, and what the CHANGELOG says about it.
//
// A release keeps the entry that was written when it was made: better ratings do not rewrite history, and a clone
// without the old tags loses nothing. Entries are computed for tags that have none, and for the version in the working
// tree while it has no tag.
import { join } from 'node:path';
import { getIn } from '@animal-store/openapi-tools';
import {
  CONTRACT,
  extractContract,
  gitIn,
  RELEASE_TAGS,
  withTemporaryFolder,
} from '../base/base-revision.js';
import { compareVersions, type Level, levelOf } from '../diff/change.js';
import { compare, type ReviewedChange } from '../diff/compare.js';
import { readContract } from '../read-contract.js';
import type { Service } from '../service.js';
import { UserError } from '../user-input.js';

export interface RecordedRelease {
  version: string;
  /** The date of its tag, RFC 3339; until it has one, when the version was set. */
  date: string;
  wire: Level;
  source: Level;
  /** From the CHANGELOG. */
  sentences: string[];
  /** Those that clients can notice, in descending order of severity. None for the first release. */
  changes: Pick<ReviewedChange, 'wire' | 'source' | 'message' | 'why' | 'operations'>[];
}

interface Sources {
  repository: string;
  /** The contract in the working tree. */
  contractFile: string;
  changelog: string;
  recorded: readonly RecordedRelease[];
  service: Service;
  now: Date;
}

const FORMAT = '%(refname:short)%09%(creatordate:iso-strict)';
/** Pre-releases are left out. */
const VERSION = /^(?:@animal-store\/sdk@|v)(\d+\.\d+\.\d+)$/;

/** The newest first. @throws UserError if the release before a new one has no tag in this clone. */
export async function recordReleases(sources: Sources): Promise<RecordedRelease[]> {
  const { repository, contractFile, changelog, service, now } = sources;
  const { document } = await readContract(contractFile);
  const current = String(getIn(document, 'info', 'version'));
  const sentences = changelogSentences(changelog);
  const recorded = new Map(sources.recorded.map((release) => [release.version, release]));
  const tags = releaseTags(repository);
  const pending = VERSION.test(`v${current}`) && !tags.has(current) ? [current] : [];
  const versions = new Set([...recorded.keys(), ...tags.keys(), ...pending]);
  const releases: RecordedRelease[] = [];
  for (const version of [...versions].sort(compareVersions)) {
    const known = pending.includes(version) ? undefined : recorded.get(version);
    const date = tags.get(version)?.date ?? known?.date ?? formatTime(now);
    const { wire, source, changes } =
      known ?? (await effectOf(version, date, releases.at(-1)?.version));
    const own = sentences.get(version) ?? known?.sentences ?? [];
    releases.push({ version, date, wire, source, sentences: own, changes });
  }
  return releases.reverse();

  async function effectOf(
    version: string,
    date: string,
    before: string | undefined,
  ): Promise<Pick<RecordedRelease, 'wire' | 'source' | 'changes'>> {
    if (before === undefined) return { wire: 'none', source: 'none', changes: [] };
    return withTemporaryFolder(async (folder) => {
      const fileOf = async (release: string) => {
        const revision = tags.get(release)?.tag;
        if (revision !== undefined)
          return extractContract(repository, { revision, reason: revision }, join(folder, release));
        if (release === current) return contractFile;
        throw new UserError(
          `The release before ${version} is ${release}, whose tag is not in the history of this clone. Fetch it with git fetch --tags, and in a shallow clone with --unshallow.`,
        );
      };
      const [base, head] = [await fileOf(before), await fileOf(version)];
      const { wire, source, changes } = await compare(base, head, {
        today: date.slice(0, 10),
        service,
      });
      const noticeable = changes.filter((change) => ['minor', 'major'].includes(levelOf(change)));
      return { wire, source, changes: noticeable.map(toRecord) };
    });
  }
}

function toRecord({ wire, source, message, why, operations }: ReviewedChange) {
  return { wire, source, message, why, operations };
}

/** By version, the tags of HEAD and its ancestors whose commit has a contract. Empty without git, tags or history. */
function releaseTags(repository: string): Map<string, { tag: string; date: string }> {
  const git = gitIn(repository);
  const listed = git('tag', '--merged', 'HEAD', `--format=${FORMAT}`, '--list', ...RELEASE_TAGS);
  const tags = new Map<string, { tag: string; date: string }>();
  for (const line of listed?.split('\n') ?? []) {
    const [tag = '', created = ''] = line.split('\t');
    const version = VERSION.exec(tag)?.[1];
    // The tags of changesets are listed before those set by hand.
    if (version === undefined || tags.has(version)) continue;
    if (git('cat-file', '-e', `${tag}:${CONTRACT}`) === undefined) continue;
    tags.set(version, { tag, date: formatTime(new Date(created)) });
  }
  return tags;
}

function formatTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

const COMMIT = /^[0-9a-f]{7,40}: /;

/**
 * The sentences of each version in a CHANGELOG of changesets, in plain text with `code` marked. Lines about dependencies are
 * left out.
 */
export function changelogSentences(text: string): Map<string, string[]> {
  const sections = text.replaceAll('\r', '').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [version = '', ...lines] = section.split('\n');
      return [version.trim(), sentencesOf(lines.join('\n'))];
    }),
  );
}

/** An item of a list, with the paragraphs and the items inside it, or a paragraph of its own is one sentence. */
function sentencesOf(section: string): string[] {
  return section
    .replaceAll(/^#.*$/gm, '')
    .split(/\n(?=[-*] )|\n\s*\n(?=\S)/)
    .map((item) => item.replace(/^\s*[-*] /, '').replaceAll(/\s*\n\s*(?:[-*] )?/g, ' '))
    .map((item) =>
      item
        .trim()
        .replace(COMMIT, '')
        .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
    )
    .filter((item) => item !== '' && !item.startsWith('Updated dependencies'));
}
