// The reference page: head, search, field of the key, contents, and the main part.
import { createHash } from 'node:crypto';
import { contentPolicy } from '@animal-store/core/docs-files';
import type { Contract } from '@animal-store/spec/model';
import { renderOperation, titleOf } from '../operations/operation.js';
import type { PageOperation } from '../operations/operations.js';
import { quickStartOf } from '../operations/samples.js';
import type { Product } from '../product.js';
import { codeBox } from '../text/code.js';
import { type Child, type Html, html } from '../text/html.js';
import { markdown } from '../text/markdown.js';
import { readGuide } from './chapters.js';
import { renderPreview } from './preview.js';
import { badge, type ContractChanges, Site } from './site.js';

/** The URLs of the site. */
export interface Links {
  /** Of the reference page and its files: empty, or with a slash at the end. */
  folder: string;
  contract: string;
  /** Of the API, if the server that shows the page serves it. By default it is on the contract's servers. */
  api?: string;
}

const INSTALL_COMMAND = 'npm install @animal-store/sdk';
/** The release notes of the SDK, which are those of the API too. */
const CHANGELOG_URL =
  'https://github.com/animal-store/animal-store/blob/HEAD/packages/sdk/CHANGELOG.md';
const LOGO = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="22" height="22" fill="#5b5bd6" aria-hidden="true"><circle cx="6" cy="15" r="4"/><circle cx="12" cy="7" r="4"/><circle cx="20" cy="7" r="4"/><circle cx="26" cy="15" r="4"/><path d="M16 14c5 0 9 6 9 10s-4 5-9 5-9-1-9-5 4-10 9-10"/></svg>`;
const ICON = `data:image/svg+xml,${encodeURIComponent(LOGO.text)}`;

export interface ReferenceOptions {
  product: Product;
  /** Changes to mark, for a preview. */
  changes?: ContractChanges;
  /** The script and the style sheet, by name. */
  assets: ReadonlyMap<string, Buffer>;
  /** By default everything is beside the page. */
  links?: Links;
}

const EXPORTED: Links = { folder: '', contract: 'openapi.json' };

export function renderReference(
  contract: Contract,
  { product, changes, assets, links = EXPORTED }: ReferenceOptions,
): string {
  const site = new Site(contract, product, changes);
  const { info, servers } = contract;
  const { contents, main } = renderParts(site);
  const addressOf = (name: string) =>
    `${links.folder}${name}?v=${hashOf(assets.get(name) ?? Buffer.of())}`;
  const origins = servers.map(({ url }) => new URL(url).origin);
  // A server that serves the API sends the policy as a header.
  const policy =
    links.api === undefined &&
    html`<meta http-equiv="Content-Security-Policy" content="${contentPolicy(origins)}">`;
  const key = html`<label class="key" title="Stays in this page’s memory, and is gone when it is closed"><span>API key</span><input type="password" id="key" placeholder="${product.keyPrefix}_pub_…" autocomplete="off" spellcheck="false" aria-describedby="key-hint"></label>`;
  return html`<!doctype html>
<html lang="en" data-url="${links.api ?? site.baseUrl}"${product.hasSdk && html` data-sdk="${links.folder}sdk.js"`}>
<head>
<meta charset="utf-8">${policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${info.summary ?? info.title}">
<meta name="referrer" content="no-referrer">
<title>${info.title} ${info.version}: API reference</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${addressOf('reference.css')}">
<link rel="service-desc" type="application/json" href="${links.contract}">
<script type="module" src="${addressOf('reference.js')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="${links.folder || './'}">${LOGO} ${info.title} <small>${info.version}</small></a>
<button type="button" class="menu" popovertarget="contents">Contents</button>
<button type="button" class="search-open" popovertarget="search">Search <kbd>/</kbd></button>${key}</header>
<nav id="contents" aria-label="Contents" popover>${contents}
<ul>${product.hasSdk && !changes && html`<li><a href="${CHANGELOG_URL}">Changes by release</a></li>`}<li><a href="${links.contract}">openapi.json</a></li></ul></nav>
<main id="main" tabindex="-1">${main}</main>
<dialog id="search" aria-label="Search" popover><input type="text" autofocus placeholder="Operations, parameters, properties, errors, chapters" aria-label="Search" autocomplete="off" spellcheck="false"><ul aria-label="Results"></ul></dialog>
</body>
</html>
`.text;
}

function renderParts(site: Site): { contents: Child; main: Child } {
  const { contract, product, operations, changes, baseUrl } = site;
  const { introduction, chapters } = readGuide(site);
  const tags = groupByTag(site);
  const main = html`${changes && renderPreview(site, changes)}
    <section class="columns" id="overview"><div class="what"><h1>${contract.info.title}</h1>${introduction}
      <p>Base URL: <code class="base-url"><span data-base>${baseUrl}</span></code></p>
      <p id="key-hint">Every request needs an ${site.chapterLink('authentication', 'API key')}, which the operator of the store issues. Enter one at the top of this page: it fills the samples and the live calls, and stays in the memory of this page alone. Prefer a publishable key (<code>${product.keyPrefix}_pub_…</code>), which can only read.</p>
    </div>${
      product.hasSdk &&
      html`<div class="how" id="quick-start"><section aria-label="Quick start"><h2>Quick start</h2>
      ${codeBox(site, INSTALL_COMMAND, 'the command')}
      ${codeBox(site, quickStartOf(operations, product), 'the first call')}
    </section></div>`
    }</section>
    ${tags.map(({ tag, description, tagged }) => {
      const anchor = site.anchor(`tag-${tag}`);
      return html`<section class="tag-group" aria-labelledby="${anchor}"><h2 id="${anchor}">${tag}</h2>${markdown(description)}${tagged.map((operation) => renderOperation(site, operation))}</section>`;
    })}
    <section class="guide" aria-label="Guide">${chapters.map(
      ({ id, title, content }) =>
        html`<section id="${id}" data-search="Guide"><h2><a href="#${id}">${title}</a></h2>${content}</section>`,
    )}</section>`;
  const link = (id: string, text: Child) => html`<li><a href="#${id}">${text}</a></li>`;
  const contents = html`<ul>${changes && link('changes', 'Changes in this preview')}${link('overview', 'Overview')}${product.hasSdk && link('quick-start', 'Quick start')}</ul>
    ${tags.map(({ tag, tagged }) => html`<h2>${tag}</h2><ul>${tagged.map((operation) => renderLink(site, operation))}</ul>`)}
    <h2>Guide</h2><ul>${chapters.map(({ id, title }) => link(id, title))}</ul>`;
  return { contents, main };
}

function renderLink(site: Site, operation: PageOperation): Html {
  const { id, method, declared } = operation;
  const { kind } = site.changesOf(operation);
  const title = titleOf(operation);
  const text = declared.deprecation?.isDeprecated ? html`<s>${title}</s>` : title;
  return html`<li><a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span> <span>${text}${kind && badge(kind)}</span></a></li>`;
}

/** The operations by their first tag, in the order of the contract. */
function groupByTag({ contract, operations }: Site) {
  const tagOf = ({ declared }: PageOperation) => declared.tags[0] ?? 'default';
  return Array.from(new Set(operations.map(tagOf)), (tag) => ({
    tag,
    description: contract.tags.find(({ name }) => name === tag)?.description,
    tagged: operations.filter((operation) => tagOf(operation) === tag),
  }));
}

/** The engine computes the same for a file that it serves, which clients may then keep. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
}
