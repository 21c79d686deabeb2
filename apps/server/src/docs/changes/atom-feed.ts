// Atom feed of the releases (RFC 4287).
import { createHash } from 'node:crypto';
import type { ContractDocument } from '@animal-store/contract';
import { escapeMarkup } from '../markup.js';
import { renderRelease } from './release-list.js';
import type { Release } from './releases.js';

/** A random UUID. Together with the names below it makes the identifiers, which must never change. */
const NAMESPACE = '7d0c2c7e-93f8-4b5a-9a0e-6c1f3b8e2d45';
/** The date of a feed without entries. RFC 4287 requires one. */
const NO_RELEASE_DATE = '1970-01-01T00:00:00Z';

interface FeedOptions {
  title: string;
  releases: readonly Release[];
  /** The relative URLs of the page and of the feed. */
  page: string;
  feed: string;
}

export function renderFeed(
  { info }: ContractDocument,
  { title, releases, page, feed }: FeedOptions,
): string {
  const entries = releases.map(
    (release) => `
  <entry>
    <id>${urnOf(`release ${release.version}`)}</id>
    <title>${escapeMarkup(release.version)}</title>
    <updated>${escapeMarkup(release.date)}</updated>
    <link rel="alternate" type="text/html" href="${escapeMarkup(`${page}#v${release.version}`)}" />
    <content type="html">${escapeMarkup(renderRelease(release, (id) => `<code>${escapeMarkup(id)}</code>`))}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${urnOf('feed')}</id>
  <title>${escapeMarkup(title)}</title>
  <updated>${lastDate(releases)}</updated>
  <author><name>${escapeMarkup(info.title)}</name></author>
  <link rel="self" type="application/atom+xml" href="${feed}" />
  <link rel="alternate" type="text/html" href="${page}" />${entries.join('')}
</feed>
`;
}

function lastDate(releases: readonly Release[]): string {
  return escapeMarkup(
    releases
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? NO_RELEASE_DATE,
  );
}

/** A UUID of version 5 (RFC 9562, section 5.5): the same name always has the same one. */
function urnOf(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(hash.toString('hex')) ?? [];
  return `urn:uuid:${parts.join('-')}`;
}
