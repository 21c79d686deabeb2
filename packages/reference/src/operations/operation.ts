// An operation as HTML: what it is to the left, its request and responses to the right.
import { isIdempotencyKey } from '@animal-store/core';
import { deprecationNote } from '@animal-store/core/http';
import type { Body, Header, Reply, Use } from '@animal-store/spec/model';
import { readReplies } from '@animal-store/spec/outputs';
import { badge, type Site } from '../pages/site.js';
import { type Place, renderRow, renderSchema } from '../schemas/schema.js';
import { typeOf } from '../schemas/schema-facts.js';
import { carrierNode, contentNode } from '../schemas/schema-node.js';
import { codeBox } from '../text/code.js';
import { type Child, type Html, html, join } from '../text/html.js';
import { markdown } from '../text/markdown.js';
import {
  isSame,
  type Named,
  ownHeaders,
  type PageOperation,
  type PageParameter,
  type PageReply,
} from './operations.js';
import { samplesOf } from './samples.js';
import { renderTryForm } from './try-form.js';

const GROUPS = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Request headers'],
] as const;
const LANGUAGES = [
  ['sdk', 'SDK'],
  ['curl', 'curl'],
  ['fetch', 'fetch'],
] as const;

export function renderOperation(site: Site, operation: PageOperation): Html {
  const { id, method, path, declared, parameters, body } = operation;
  const { kind, marks } = site.changesOf(operation);
  const anchor = site.anchor(id);
  return html`<article class="columns operation" id="${anchor}" tabindex="-1" aria-labelledby="${anchor}-title" data-search="${method.toUpperCase()} ${path} ${id}">
    <div class="what">
      <h3 id="${anchor}-title"><a href="#${anchor}">${titleOf(operation)}</a>${declared.stability && badge(declared.stability)}${declared.deprecation?.isDeprecated && badge('deprecated')}${kind && badge(kind)}</h3>
      <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="id">${id}</span></p>
      ${renderDeprecation(site, operation)}
      ${marks.length > 0 && html`<h4>Changes</h4>${marks}`}
      ${markdown(declared.description)}
      ${GROUPS.map(([location, heading]) => {
        const group = parameters.filter((parameter) => parameter.in === location);
        const place = { direction: 'request', anchor: id } as const;
        return group.length > 0 && html`<h4>${heading}</h4>${renderRows(site, group, place)}`;
      })}
      ${body && renderMessage(site, body, { direction: 'request', anchor: `${id}.body` }, 'Request body', body.isRequired && html` <span class="required">required</span>`)}
      ${renderReplies(site, operation)}
    </div>
    ${renderCode(site, operation)}
  </article>`;
}

export function titleOf({ id, declared }: PageOperation): string {
  return declared.summary ?? id;
}

function renderDeprecation(site: Site, { declared }: PageOperation): Child {
  const { deprecation } = declared;
  const successor = site.operations.find(({ id }) => id === deprecation?.successor);
  return (
    deprecation?.isDeprecated &&
    html`<p class="notice">${deprecationNote(deprecation)}${
      successor &&
      html` Use <a href="#${successor.id}">${successor.id}</a> (${successor.method.toUpperCase()} ${successor.path}) instead.`
    } Every response has the headers of a ${site.chapterLink('deprecation', 'deprecation')}.</p>`
  );
}

function moreLink(name: string, text: string): Html {
  return html` <a class="more" href="#guide-${name}">${text}</a>`;
}

/** Parameters or headers. */
export function renderRows(
  site: Site,
  parts: readonly (PageParameter | Named<Header>)[],
  { direction, anchor }: Place,
): Child {
  const rows = parts.map((part) => {
    const place = { direction, anchor: `${anchor}.${part.name}` };
    const node = carrierNode(part);
    if (!('in' in part)) return renderRow(site, part.name, node, place);
    const { filter } = part.value;
    const note = isIdempotencyKey(part)
      ? moreLink('idempotency', 'Idempotency')
      : filter && html` <span class="type">${filter.match} of ${filter.property}</span>`;
    return renderRow(site, part.name, node, place, { isRequired: part.isRequired, note });
  });
  return rows.length > 0 && html`<ul class="rows">${rows}</ul>`;
}

/** A request body or a successful reply. */
function renderMessage(
  site: Site,
  { at, value }: Use<Body | Reply>,
  place: Place,
  heading: string,
  note: Child,
): Html {
  const node = contentNode(value);
  const type = node ? `${node.mediaType} · ${typeOf(node)}` : 'no body';
  const id = place.direction === 'reply' && html` id="${site.anchor(place.anchor)}"`;
  return html`<h4${id}>${heading} <span class="type">${type}</span>${note}</h4>
    ${site.marks([at, value.at])}${markdown(value.description)}${node && renderSchema(site, node, place)}`;
}

/** Its successes, its own errors, and links to what all operations share. */
function renderReplies(site: Site, { id, replies, isPaged }: PageOperation): Html {
  const own = replies.filter(
    (one) => !one.isSuccess && !site.commonErrors.some((other) => isSame(one, other)),
  );
  const headersOf = (reply: PageReply) =>
    renderRows(site, ownHeaders(reply, site.commonHeaders), { direction: 'reply', anchor: id });
  const placeOf = ({ name }: PageReply) =>
    ({ direction: 'reply', anchor: `${id}.${name}` }) as const;
  const rows = own.map((error) => {
    const { at, name, codes, value } = error;
    const node = contentNode(value);
    return html`<tr><td>${name}</td><td>${codeLinks(codes)}${site.marks([at, value.at])}${markdown(value.description)}
      ${node && node.name !== 'Error' && renderSchema(site, node, placeOf(error))}${headersOf(error)}</td></tr>`;
  });
  const successes = replies.filter(({ isSuccess }) => isSuccess);
  const note = isPaged && site.hasChapter('pagination') && moreLink('pagination', 'Pagination');
  return html`${successes.map((reply) => {
    const title = `Response ${reply.name}`;
    const message = renderMessage(site, reply, placeOf(reply), title, note);
    const headers = headersOf(reply);
    return html`${message}<h4>Response headers</h4>${headers}
      <p class="facts">${headers ? 'And those' : 'Those'} of <a href="#guide-headers">every response</a>.</p>`;
  })}
    <h4>Errors</h4>${rows.length > 0 && renderTable(['Status', 'Code and meaning'], rows)}
    <p class="facts">${rows.length > 0 ? 'And those' : 'Those'} of <a href="#guide-errors">every operation</a>: ${join(site.commonErrors.map(({ codes }) => codeLinks(codes)))}.</p>`;
}

function codeLinks(codes: readonly string[]): Child[] {
  return join(codes.map((code) => html`<a href="#error-${code}"><code>${code}</code></a>`));
}

export function renderTable(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<table><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** A call in each language, and the examples of each status. */
function renderCode(site: Site, operation: PageOperation): Html {
  const { id, declared } = operation;
  const samples = samplesOf(operation, site.product);
  const shown = LANGUAGES.filter(([language]) => samples[language] !== undefined);
  const calls = shown.map(([language, name], index) => {
    const box = codeBox(site, samples[language] ?? '', `the ${name} sample`);
    return html`<details name="${id}.request" class="tab" data-language="${language}"${index === 0 && html` open`}><summary>${name}</summary>${box}</details>`;
  });
  const replies = readReplies(declared);
  const statuses = [...new Set(replies.map(({ status }) => status))].map((status, index) => {
    const boxes = replies
      .filter((reply) => reply.status === status)
      .map(({ name = '', body, mediaType }) => {
        const code = mediaType === undefined ? '(no body)' : JSON.stringify(body, undefined, 2);
        return codeBox(site, code, `the response ${status} ${name}`.trim());
      });
    return html`<details name="${id}.response" class="tab"${index === 0 && html` open`}><summary data-status="${status}">${status}</summary>${boxes}</details>`;
  });
  const form = declared.isTryable && renderTryForm(operation);
  return html`<div class="how">
    <section class="request" aria-label="Request of ${id}"><h4>Request</h4>${calls}${form}</section>
    <section class="response" aria-label="Response of ${id}"><h4>Response</h4>${statuses}</section>
  </div>`;
}
