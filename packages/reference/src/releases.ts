// Releases and previews of the contract: their changes as HTML, and the Atom feed of the releases (RFC 4287).
import { type Child, type Html, html, join } from './html.js';
import { inlineMarkdown } from './markdown.js';
import { type ContractChange, type ContractChanges, EFFECTS, effectOf, type Site } from './site.js';

export interface Release {
  version: string;
  /** RFC 3339. */
  date: string;
  /** From the CHANGELOG, in Markdown. */
  sentences: readonly string[];
  /** In descending order of severity. */
  changes: readonly Omit<ContractChange, 'side' | 'pointer'>[];
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The page of changes. Before the first release, that is the contract as it is. */
export function renderReleases(
  site: Site,
  releases: readonly Release[],
  reference: string,
): { contents: Html; main: Html } {
  const { title, version } = site.document.info;
  const links = site.operations.map(({ id }) => `[\`${id}\`](${reference}#${id})`);
  const sentences = [`The first release, with these operations: ${links.join(', ')}.`];
  const shown = releases.length > 0 ? releases : [{ version, date: '', sentences, changes: [] }];
  const contents = html`<ul><li><a href="${reference}">API reference</a></li></ul><h2>Releases</h2><ul>${shown.map(
    (release) => html`<li><a href="#v${release.version}">${release.version}</a></li>`,
  )}</ul>`;
  const main = html`<h1>Changes of ${title}</h1>
    <p>Each change has two effects. <strong>Wire</strong>: what a client may send, and what it must expect. <strong>Source</strong>: whether code that uses the SDK’s types still compiles.</p>
    ${shown.map((release) => {
      const { version, date } = release;
      const time = html` <time datetime="${date}">${date && LONG_DATE.format(new Date(date))}</time>`;
      return html`<section id="v${version}"><h2>${version}${date !== '' && time}</h2>${renderRelease(site, release, reference)}</section>`;
    })}`;
  return { contents, main };
}

function renderRelease(site: Site, { sentences, changes }: Release, reference: string): Html {
  if (sentences.length + changes.length === 0) return html`<p>Nothing that clients can notice.</p>`;
  return html`${sentences.length > 0 && html`<ul>${sentences.map((text) => html`<li>${inlineMarkdown(text)}</li>`)}</ul>`}
    ${changes.length > 0 && html`<h3>Changes of the contract</h3>${renderChanges(site, changes, reference)}`}`;
}

/** The summary of a preview. */
export function renderPreview(site: Site, review: ContractChanges): Html {
  const { base, baseVersion, nextVersion, wire, source, changes, admissible } = review;
  const verdict =
    changes.length === 0
      ? 'The contract has not changed.'
      : `Wire: ${EFFECTS[wire]}. Source: ${EFFECTS[source]}. The next version is ${nextVersion}.`;
  return html`<section class="preview" id="changes"><h2>Changes in this preview</h2>
    <p>Compared with ${base}, version ${baseVersion}.</p>
    <p><strong>${verdict}${!admissible && ' The breaking changes are not approved and announced yet.'}</strong></p>
    ${[...new Set(Object.values(EFFECTS))].map((effect) => {
      const group = changes.filter((change) => effectOf(change) === effect);
      const heading = effect.charAt(0).toUpperCase() + effect.slice(1);
      return (
        group.length > 0 &&
        html`<h3>${heading} (${group.length})</h3>${renderChanges(site, group, '')}`
      );
    })}</section>`;
}

function renderChanges(site: Site, changes: Release['changes'], reference: string): Html {
  const items = changes.map(
    ({ message, why, wire, source, operations, example = [] }) =>
      html`<li><p>${inlineMarkdown(message)}</p><p class="why">${inlineMarkdown(why)}</p>
      <p><span class="badge ${wire}">Wire: ${EFFECTS[wire]}</span> <span class="badge ${source}">Source: ${EFFECTS[source]}</span>${
        operations.length > 0 && html` Operations: ${operationLinks(site, operations, reference)}`
      }</p>${example.length > 0 && html`<pre tabindex="0">${example.join('\n')}</pre>`}</li>`,
  );
  return html`<ul class="changes">${items}</ul>`;
}

/** @param reference The URL of the page with the operations, if the links are on another one. */
export function operationLinks(site: Site, ids: readonly string[], reference = ''): Child[] {
  const links = ids.map((id) =>
    site.operations.some((operation) => operation.id === id)
      ? html`<a href="${reference}#${id}"><code>${id}</code></a>`
      : html`<s><code>${id}</code></s> (removed)`,
  );
  return join(links);
}

/**
 * The Atom feed of the releases, which is beside the page of the changes. The URL of the service, which lasts, identifies it.
 * @param page The relative URL of the page.
 */
export function renderFeed(site: Site, releases: readonly Release[], page: string): string {
  const { info, servers } = site.document;
  const { title } = info;
  const dates = releases.map(({ date }) => date).sort();
  const entries = releases.map(
    (release) => html`
  <entry>
    <id>${servers[0].url}#v${release.version}</id>
    <title>${release.version}</title>
    <updated>${release.date}</updated>
    <link rel="alternate" type="text/html" href="${page}#v${release.version}" />
    <content type="html">${renderRelease(site, release, './').text}</content>
  </entry>`,
  );
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${servers[0].url}</id>
  <title>Changes of ${title}</title>
  <updated>${dates.at(-1) ?? '1970-01-01T00:00:00Z'}</updated>
  <author><name>${title}</name></author>
  <link rel="self" type="application/atom+xml" href="changes.atom" />
  <link rel="alternate" type="text/html" href="${page}" />${entries}
</feed>
`.text;
}
