// Releases and previews of the contract: their changes as HTML, and the Atom feed of the releases (RFC 4287).
import { createHash } from 'node:crypto';
import { type Child, type Html, html, join } from './html.js';
import { inlineMarkdown } from './markdown.js';
import type { ContractChange, ContractChanges, Site } from './site.js';
import { formatDate } from './wording.js';

export interface Release {
  version: string;
  /** RFC 3339. */
  date: string;
  /** From the CHANGELOG, in Markdown. */
  sentences: readonly string[];
  /** In descending order of severity. */
  changes: readonly Omit<ContractChange, 'side' | 'pointer'>[];
}

const EFFECTS: Readonly<Record<string, readonly [className: string, text: string]>> = {
  major: ['breaking', 'breaking'],
  minor: ['added', 'not breaking'],
  patch: ['unnoticed', 'no effect'],
  none: ['unnoticed', 'no effect'],
};
const GROUPS = [
  ['Breaking', ['major']],
  ['Not breaking', ['minor']],
  ['Without an effect on clients', ['patch', 'none']],
] as const;
/** A random UUID. Together with the names below it makes the identifiers, which must never change. */
const NAMESPACE = '7d0c2c7e93f84b5a9a0e6c1f3b8e2d45';

/** The main part of the page of changes. Before the first release, that is the contract as it is. */
export function renderReleases(site: Site, releases: readonly Release[], reference: string): Html {
  const { version } = site.document.info;
  const sections = releases.map(
    (release) =>
      html`<section id="v${release.version}"><h2>${release.version} <time datetime="${release.date}">${formatDate(release.date)}</time></h2>${renderRelease(site, release, reference)}</section>`,
  );
  const first = html`<section id="v${version}"><h2>${version}</h2><p>The first release, with these operations:</p><ul>${site.operations.map(
    ({ id }) => html`<li>${operationLink(site, id, reference)}</li>`,
  )}</ul></section>`;
  return html`<h1>Changes of ${site.document.info.title}</h1>
    <p>Each change has two effects. <strong>Wire</strong>: what a client may send, and what it must expect. <strong>Source</strong>: whether code that uses the SDK’s types still compiles.</p>
    ${sections.length > 0 ? sections : first}`;
}

export function releaseContents(site: Site, releases: readonly Release[], reference: string): Html {
  const versions = releases.length > 0 ? releases : [site.document.info];
  return html`<ul><li><a href="${reference}">API reference</a></li></ul><h2>Releases</h2><ul>${versions.map(
    ({ version }) => html`<li><a href="#v${version}">${version}</a></li>`,
  )}</ul>`;
}

export function renderRelease(
  site: Site,
  { sentences, changes }: Release,
  reference: string,
): Html {
  if (sentences.length + changes.length === 0) return html`<p>Nothing that clients can notice.</p>`;
  return html`${sentences.length > 0 && html`<ul>${sentences.map((text) => html`<li>${inlineMarkdown(text)}</li>`)}</ul>`}${
    changes.length > 0 &&
    html`<h3>Changes of the contract</h3>${renderChanges(site, changes, reference)}`
  }`;
}

/** The summary of a preview. */
export function renderPreview(site: Site, review: ContractChanges): Html {
  const { base, baseVersion, nextVersion, wire, source, changes, admissible } = review;
  const removed = changes.filter(({ side, pointer }) => side === 'base' && isOperation(pointer));
  const groups = GROUPS.map(([heading, levels]) => {
    const group = changes.filter((change) => levels.some((level) => level === levelOf(change)));
    return (
      group.length > 0 &&
      html`<h3>${heading} (${group.length})</h3>${renderChanges(site, group, '')}`
    );
  });
  return html`<section class="preview" id="changes"><h2>Changes in this preview</h2>
    <p>Compared with ${base}, version ${baseVersion}.</p>
    <p><strong>${
      changes.length === 0
        ? 'The contract has not changed.'
        : `Wire: ${effectOf(wire)[1]}. Source: ${effectOf(source)[1]}. The next version is ${nextVersion}.`
    }${admissible ? '' : ' The breaking changes are not approved and announced yet.'}</strong></p>
    ${removed.length > 0 && html`<h3>Removed operations</h3><ul class="removed">${removed.map(({ operations }) => html`<li><s><code>${operations.join(', ')}</code></s></li>`)}</ul>`}
    ${groups}</section>`;
}

function renderChanges(site: Site, changes: Release['changes'], reference: string): Html {
  return html`<ul class="changes">${changes.map(
    ({
      message,
      why,
      wire,
      source,
      operations,
    }) => html`<li><p>${inlineMarkdown(message)}</p><p class="why">${inlineMarkdown(why)}</p>
      <p>${renderEffect('Wire', wire)} ${renderEffect('Source', source)}${
        operations.length > 0 &&
        html` Operations: ${join(
          operations.map((id) => operationLink(site, id, reference)),
          ', ',
        )}`
      }</p></li>`,
  )}</ul>`;
}

function renderEffect(side: string, level: string): Html {
  const [className, text] = effectOf(level);
  return html`<span class="badge ${className}">${side}: ${text}</span>`;
}

function effectOf(level: string): readonly [className: string, text: string] {
  return EFFECTS[level] ?? ['unnoticed', level];
}

function levelOf({ wire, source }: { wire: string; source: string }): string {
  return ['major', 'minor', 'patch'].find((level) => [wire, source].includes(level)) ?? 'none';
}

/** `#/paths/~1pets` or `#/paths/~1pets/get`. */
function isOperation(pointer: string): boolean {
  const [, group, , ...others] = pointer.split('/');
  return group === 'paths' && others.length < 2;
}

function operationLink(site: Site, id: string, reference: string): Child {
  const exists = site.operations.some((spec) => spec.id === id);
  return exists
    ? html`<a href="${reference}#${id}"><code>${id}</code></a>`
    : html`<code>${id}</code> (removed)`;
}

export function renderFeed(site: Site, releases: readonly Release[], page: string): string {
  const { title } = site.document.info;
  const dates = releases.map(({ date }) => date).sort();
  const entries = releases.map(
    (release) => html`
  <entry>
    <id>${urnOf(`release ${release.version}`)}</id>
    <title>${release.version}</title>
    <updated>${release.date}</updated>
    <link rel="alternate" type="text/html" href="${page}#v${release.version}" />
    <content type="html">${renderRelease(site, release, './').text}</content>
  </entry>`,
  );
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${urnOf('feed')}</id>
  <title>Changes of ${title}</title>
  <updated>${dates.at(-1) ?? '1970-01-01T00:00:00Z'}</updated>
  <author><name>${title}</name></author>
  <link rel="self" type="application/atom+xml" href="changes.atom" />
  <link rel="alternate" type="text/html" href="${page}" />${entries}
</feed>
`.text;
}

/** A UUID of version 5 (RFC 9562, section 5.5): the same name always has the same one. */
function urnOf(name: string): string {
  const hash = createHash('sha1').update(Buffer.from(NAMESPACE, 'hex')).update(name).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`;
}
