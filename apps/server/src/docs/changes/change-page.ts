// Page of the API's changes by release, at /docs/changes, and its feed. It has no script.
import type { Contract } from '../../contract/contract.js';
import { CSS, HTML, type PageFile, pageFile } from '../files.js';
import { escapeMarkup } from '../markup.js';
import { renderFeed } from './atom-feed.js';
import { CHANGES_STYLE } from './changes-style.js';
import { renderRelease } from './release-list.js';
import type { Release } from './releases.js';

const FEED = 'changes.atom';
const STYLE_SHEET = 'changes.css';
/** The relative URL of the reference page. */
const REFERENCE = './';
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * The page, its feed and its style sheet, in the folder of the reference page.
 * @param name The name of the page.
 * @param policy The Content-Security-Policy to write into the page, for a server that does not send it as a header.
 */
export function changeFiles(
  contract: Contract,
  releases: readonly Release[],
  name: string,
  policy?: string,
): [name: string, file: PageFile][] {
  const style = pageFile(CSS, CHANGES_STYLE);
  const title = `Changes of ${contract.document.info.title}`;
  return [
    [name, pageFile(HTML, renderPage(contract, { title, releases, policy, style }))],
    [
      FEED,
      pageFile(
        'application/atom+xml; charset=utf-8',
        renderFeed(contract.document, { title, releases, page: name, feed: FEED }),
      ),
    ],
    [STYLE_SHEET, style],
  ];
}

interface PageOptions {
  title: string;
  releases: readonly Release[];
  policy: string | undefined;
  style: PageFile;
}

function renderPage(contract: Contract, { title, releases, policy, style }: PageOptions): string {
  const meta = policy && `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  const renderOperation = operationLinks(contract);
  const sections = releases.map(
    (release) => `
      <section id="${anchorOf(release)}">
        <h2>${escapeMarkup(release.version)} <time datetime="${escapeMarkup(release.date)}">${DATE.format(new Date(release.date))}</time></h2>
        ${renderRelease(release, renderOperation)}
      </section>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />${meta ?? ''}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>${escapeMarkup(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${STYLE_SHEET}?v=${style.hash}" />
    <link rel="alternate" type="application/atom+xml" title="${escapeMarkup(title)}" href="${FEED}" />
  </head>
  <body>
    <header>
      <h1>${escapeMarkup(title)}</h1>
      <nav aria-label="Related pages"><a href="${REFERENCE}">API reference</a> <a href="${FEED}">Atom feed</a></nav>
      <p>Each change has two effects. <strong>Wire</strong>: what a client may send, and what it must expect.
        <strong>Source</strong>: whether code that uses the SDK’s types still compiles.</p>
    </header>
    <main>${sections.length > 0 ? sections.join('') : '\n      <p>No release yet.</p>'}
    </main>
  </body>
</html>
`;
}

export function anchorOf({ version }: Release): string {
  return `v${escapeMarkup(version)}`;
}

/** Links operations to the reference page, unless they are gone from the contract. */
function operationLinks({ document, operations }: Contract): (id: string) => string {
  const addresses = new Map<string, string>(
    operations.map(({ id, path, method }) => {
      const tags = document.paths[path]?.[method]?.tags;
      const tag = Array.isArray(tags) ? String(tags[0]) : 'default';
      return [id, `${REFERENCE}#/${encodeURIComponent(tag)}/${encodeURIComponent(id)}`];
    }),
  );
  return (id) => {
    const address = addresses.get(id);
    const code = `<code>${escapeMarkup(id)}</code>`;
    return address === undefined
      ? `${code} (removed)`
      : `<a href="${escapeMarkup(address)}">${code}</a>`;
  };
}
