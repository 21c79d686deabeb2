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
  readFileAt,
  withTemporaryFolder,
} from '../base/base-revision.js';
import { compareVersions, type Level, levelOf } from '../diff/change.js';
import { compare, type ReviewedChange } from '../diff/compare.js';
import { readContract } from '../read-contract.js';
import type { Service } from '../service.js';
import { UserError } from '../user-input.js';
import { changelogSentences } from './changelog.js';

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

/** A release whose contract can be read: at its tag, or in the working tree. */
interface Candidate {
  tag?: string;
  /** Such as 1.2.0. Pre-releases are left out. */
  version: string;
  /** When the tag was set, or its commit if git does not know: RFC 3339, in UTC. */
  date: string;
}

const FORMAT = '%(refname:short)%09%(creatordate:iso-strict)';
const VERSION = /^(?:@animal-store\/sdk@|v)(\d+\.\d+\.\d+)$/;

/** The newest first. @throws UserError if the release before a new one has no tag in this clone. */
export async function recordReleases(sources: Sources): Promise<RecordedRelease[]> {
  const { repository, contractFile, changelog, recorded, service, now } = sources;
  const { document } = await readContract(contractFile);
  const current = String(getIn(document, 'info', 'version'));
  const candidates = releaseTags(repository);
  if (VERSION.test(`v${current}`) && !candidates.some(({ version }) => version === current))
    candidates.push({ version: current, date: formatTime(now) });
  const sentences = changelogSentences(changelog);

  const entries = new Map(recorded.map((release) => [release.version, release]));
  for (const candidate of candidates) {
    const { tag, version, date } = candidate;
    const known = tag === undefined ? undefined : entries.get(version);
    const { wire, source, changes } = known ?? (await effectOf(candidate));
    entries.set(version, {
      version,
      date,
      wire,
      source,
      sentences: sentences.get(version) ?? known?.sentences ?? [],
      changes,
    });
  }
  return [...entries.values()].sort((one, other) => compareVersions(other.version, one.version));

  async function effectOf(
    release: Candidate,
  ): Promise<Pick<RecordedRelease, 'wire' | 'source' | 'changes'>> {
    const before = predecessorOf(release.version);
    if (before === undefined) return { wire: 'none', source: 'none', changes: [] };
    return withTemporaryFolder(async (folder) => {
      const fileOf = ({ tag }: Candidate, name: string) =>
        tag === undefined
          ? contractFile
          : extractContract(repository, { revision: tag, reason: tag }, join(folder, name));
      const { wire, source, changes } = await compare(
        await fileOf(before, 'base'),
        await fileOf(release, 'head'),
        { today: release.date.slice(0, 10), service },
      );
      const noticeable = changes.filter((change) => ['minor', 'major'].includes(levelOf(change)));
      return { wire, source, changes: noticeable.map(toRecord) };
    });
  }

  function predecessorOf(version: string): Candidate | undefined {
    const earlier = [...candidates, ...recorded]
      .filter((one) => compareVersions(one.version, version) < 0)
      .sort((one, other) => compareVersions(other.version, one.version));
    const [last] = earlier;
    const tagged = candidates.find((one) => one.version === last?.version);
    if (last !== undefined && tagged === undefined)
      throw new UserError(
        `The release before ${version} is ${last.version}, whose tag is not in the history of this clone. Fetch it with git fetch --tags, and in a shallow clone with --unshallow.`,
      );
    return tagged;
  }
}

function toRecord({ wire, source, message, why, operations }: ReviewedChange) {
  return { wire, source, message, why, operations };
}

/** The tags of HEAD and its ancestors whose commit has a contract. Empty without git, tags or history. */
function releaseTags(repository: string): Candidate[] {
  const options = ['--merged', 'HEAD', `--format=${FORMAT}`, '--list'];
  const listed = gitIn(repository)('tag', ...options, ...RELEASE_TAGS);
  const byVersion = new Map<string, Candidate>();
  for (const line of listed?.split('\n') ?? []) {
    const [tag = '', created = ''] = line.split('\t');
    const version = VERSION.exec(tag)?.[1];
    // The tags of changesets are listed before those set by hand.
    if (version === undefined || byVersion.has(version)) continue;
    if (readFileAt(repository, { revision: tag, reason: tag }, CONTRACT) === undefined) continue;
    byVersion.set(version, { tag, version, date: formatTime(new Date(created)) });
  }
  return [...byVersion.values()].sort((one, other) => compareVersions(one.version, other.version));
}

function formatTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
