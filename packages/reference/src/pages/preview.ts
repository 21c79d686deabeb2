// Summary of a preview: the changes of the contract, and what they do to clients.
import { type Html, html } from '../text/html.js';
import { inlineMarkdown } from '../text/markdown.js';
import {
  type ContractChange,
  type ContractChanges,
  EFFECTS,
  effectOf,
  operationLinks,
  type Site,
} from './site.js';

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
        group.length > 0 && html`<h3>${heading} (${group.length})</h3>${renderChanges(site, group)}`
      );
    })}</section>`;
}

function renderChanges(site: Site, changes: readonly ContractChange[]): Html {
  const items = changes.map(
    ({ message, why, wire, source, operations, example = [] }) =>
      html`<li><p>${inlineMarkdown(message)}</p><p class="why">${inlineMarkdown(why)}</p>
      <p><span class="badge ${wire}">Wire: ${EFFECTS[wire]}</span> <span class="badge ${source}">Source: ${EFFECTS[source]}</span>${
        operations.length > 0 && html` Operations: ${operationLinks(site, operations)}`
      }</p>${example.length > 0 && html`<pre tabindex="0">${example.join('\n')}</pre>`}</li>`,
  );
  return html`<ul class="changes">${items}</ul>`;
}
