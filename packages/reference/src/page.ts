// The frame of every page: head, search, field of the key, contents. And the reference page itself.
import type { OperationSpec } from '@animal-store/contract';
import { readGuide } from './chapters.js';
import { codeBox } from './code.js';
import { type Child, Html, html } from './html.js';
import { inlineMarkdown } from './markdown.js';
import { renderOperation } from './operation.js';
import { renderPreview } from './releases.js';
import { INSTALL_COMMAND, renderFirstCall } from './samples.js';
import { operationOf, type Site } from './site.js';

/** The relative URLs of a page. */
export interface Links {
  /** The reference page, and the folder of its files: empty, or with a slash at the end. */
  reference: string;
  folder: string;
  contract: string;
  changes: string;
}

export interface Frame {
  links: Links;
  /** The addresses of the files, with a hash of their content. */
  style: string;
  script: string;
  sdk: string;
  /** The path of the API on the server that shows the page. By default it is on the contract's servers. */
  basePath: string | undefined;
  /** The Content-Security-Policy, for a server that does not send it as a header. */
  policy: string | undefined;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' fill='%235b5bd6'%3E%3Ccircle cx='6' cy='15' r='4'/%3E%3Ccircle cx='12' cy='7' r='4'/%3E%3Ccircle cx='20' cy='7' r='4'/%3E%3Ccircle cx='26' cy='15' r='4'/%3E%3Cpath d='M16 14c5 0 9 6 9 10s-4 5-9 5-9-1-9-5 4-10 9-10'/%3E%3C/svg%3E";

/** @param isReference Whether the page has samples and live calls. */
export function renderPage(
  site: Site,
  { links, style, script, sdk, basePath, policy }: Frame,
  {
    title,
    contents,
    main,
    isReference,
  }: { title: string; contents: Child; main: Child; isReference: boolean },
): string {
  const { info } = site.document;
  const server = basePath ?? site.document.servers[0].url;
  const key = html`<label class="key" title="Stays in this page’s memory, and is gone when it is closed"><span>API key</span><input type="password" id="key" placeholder="as_pub_…" autocomplete="off" spellcheck="false" aria-describedby="key-hint"></label>`;
  return html`<!doctype html>
<html lang="en" data-url="${server}" data-sdk="${sdk}">
<head>
<meta charset="utf-8">${policy !== undefined && html`<meta http-equiv="Content-Security-Policy" content="${policy}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${String(info.summary ?? title)}">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${new Html(ICON)}">
<link rel="stylesheet" href="${style}">
<link rel="alternate" type="application/atom+xml" title="Changes of ${info.title}" href="${links.folder}changes.atom">
<link rel="service-desc" type="application/json" href="${links.contract}">
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="${links.reference || './'}"><img src="${new Html(ICON)}" alt="" width="22" height="22"> ${info.title} <small>${info.version}</small></a>
<button type="button" class="menu" aria-expanded="false" aria-controls="contents">Contents</button>
${isReference && html`<button type="button" class="search-open">Search <kbd>/</kbd></button>${key}`}</header>
<nav id="contents" aria-label="Contents">${contents}
<ul><li><a href="${links.changes}"${!isReference && html` aria-current="page"`}>Changes by release</a></li><li><a href="${links.contract}">openapi.json</a></li><li><a href="${links.folder}changes.atom">Atom feed</a></li></ul></nav>
<main id="main" tabindex="-1">${main}</main>
${isReference && html`<dialog id="search" aria-label="Search"><input type="text" placeholder="Operations, parameters, properties, errors, chapters" aria-label="Search" role="combobox" aria-expanded="true" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false"><ul id="results" role="listbox" aria-label="Results"></ul></dialog>`}
</body>
</html>
`.text;
}

/** The contents and the main part of the reference page. */
export function renderReferencePage(site: Site): { contents: Child; main: Child } {
  const { document, operations } = site;
  const { info } = document;
  const tags = groupByTag(site);
  const articles = tags.map(([tag, specs]) => {
    const description = findTag(document.tags, tag);
    return html`<section class="tag-group" aria-labelledby="${`tag-${tag}`}"><h2 id="${site.anchor(`tag-${tag}`)}">${tag}</h2>${
      description !== undefined && html`<p>${inlineMarkdown(description)}</p>`
    }${specs.map((spec) => renderOperation(site, spec))}</section>`;
  });
  const { introduction, chapters } = readGuide(site);
  const baseUrl = document.servers[0].url;
  const main = html`${site.changes && renderPreview(site, site.changes)}
    <section class="columns" id="overview"><div class="what"><h1>${info.title}</h1>${introduction}
      <p>Base URL: <code class="base-url"><span data-base>${baseUrl}</span></code></p>
      <p id="key-hint">Every request needs an <a href="#guide-authentication">API key</a>, which the operator of the store issues. Enter one at the top of this page: it fills the samples and the live calls, and stays in the memory of this page alone. Prefer a publishable key (<code>as_pub_…</code>), which can only read.</p>
    </div><div class="how" id="quick-start"><section aria-label="Quick start"><header><h2>Quick start</h2></header>
      ${codeBox(INSTALL_COMMAND, { label: 'the command' })}
      ${codeBox(renderFirstCall(operations, document), { label: 'the first call', baseUrl })}
    </section></div></section>
    ${articles}
    <section class="guide" aria-label="Guide">${chapters.map(
      ({ id, title, content }) =>
        html`<section id="${id}" data-search><h2><a href="#${id}">${title}</a></h2>${content}</section>`,
    )}</section>`;
  const link = (id: string, text: Child) => html`<li><a href="#${id}">${text}</a></li>`;
  const contents = html`<ul>${site.changes && link('changes', 'Changes in this preview')}${link('overview', 'Overview')}${link('quick-start', 'Quick start')}</ul>
    ${tags.map(([tag, specs]) => html`<h2>${tag}</h2><ul>${specs.map((spec) => renderLink(site, spec))}</ul>`)}
    <h2>Guide</h2><ul>${chapters.map(({ id, title }) => link(id, title))}</ul>`;
  return { contents, main };
}

function renderLink(site: Site, spec: OperationSpec): Html {
  const { summary, deprecated } = operationOf(site, spec);
  const { kind } = site.changesOf(spec.id, `#/paths/${spec.path}`);
  const text =
    deprecated === true ? html`<s>${String(summary ?? spec.id)}</s>` : String(summary ?? spec.id);
  return html`<li><a href="#${spec.id}"><span class="method ${spec.method}">${spec.method.toUpperCase()}</span> <span>${text}${kind && site.badge(kind)}</span></a></li>`;
}

/** The operations by their first tag, in the order of the contract. */
function groupByTag(site: Site): [tag: string, specs: OperationSpec[]][] {
  const groups = new Map<string, OperationSpec[]>();
  const paths = Object.keys(site.document.paths);
  const ordered = site.operations.toSorted(
    (one, other) => paths.indexOf(one.path) - paths.indexOf(other.path),
  );
  for (const spec of ordered) {
    const { tags } = operationOf(site, spec);
    const tag = Array.isArray(tags) ? String(tags[0]) : 'default';
    groups.set(tag, [...(groups.get(tag) ?? []), spec]);
  }
  return [...groups];
}

function findTag(tags: unknown, tag: string): string | undefined {
  const list: readonly { name: string; description?: string }[] = Array.isArray(tags) ? tags : [];
  return list.find(({ name }) => name === tag)?.description;
}
