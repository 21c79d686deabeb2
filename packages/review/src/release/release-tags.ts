// Release tags of the repository, in the order of their versions.

import { CONTRACT, gitIn, RELEASE_TAGS, readFileAt } from '../base/base-revision.js';
import { compareVersions } from '../diff/change.js';

export interface ReleaseTag {
  tag: string;
  /** Such as 1.2.0. Pre-releases are left out. */
  version: string;
  /** When the tag was set, or its commit if git does not know: RFC 3339, in UTC. */
  date: string;
}

const FORMAT = '%(refname:short)%09%(creatordate:iso-strict)';
const VERSION = /^(?:@animal-store\/sdk@|v)(\d+\.\d+\.\d+)$/;

/** The tags of HEAD and its ancestors whose commit has a contract. Empty without git, tags or history. */
export function releaseTags(repository: string): ReleaseTag[] {
  const listed = gitIn(repository)(
    'tag',
    '--merged',
    'HEAD',
    `--format=${FORMAT}`,
    '--list',
    ...RELEASE_TAGS,
  );
  const byVersion = new Map<string, ReleaseTag>();
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

export function isReleaseVersion(version: string): boolean {
  return VERSION.test(`v${version}`);
}

export function formatTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
