// An operation as HTML: what it is to the left, its request and responses to the right.
import type { HeaderObject, RequestBodyObject, ResponseObject } from '@animal-store/contract';
import { readReplies } from '@animal-store/contract/examples';
import { datesOf } from '@animal-store/contract/http';
import { isIdempotencyKey } from '@animal-store/core';
import { deprecationNote } from '@animal-store/core/http';
import { codeBox } from './code.js';
import { type Child, type Html, html, join } from './html.js';
import { markdown } from './markdown.js';
import {
  isSame,
  ownHeaders,
  type PageOperation,
  type PageParameter,
  type PageResponse,
  type Part,
} from './operations.js';
import { samplesOf } from './samples.js';
import { type Place, renderRow, renderSchema } from './schema.js';
import { typeOf } from './schema-facts.js';
import { followContent, followDeclared } from './schema-node.js';
import { badge, type Site } from './site.js';
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
      <h3 id="${anchor}-title"><a href="#${anchor}">${titleOf(operation)}</a>${declared['x-stability'] && badge(declared['x-stability'])}${declared.deprecated && badge('deprecated')}${kind && badge(kind)}</h3>
      <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="id">${id}</span></p>
      ${renderDeprecation(site, operation)}
      ${marks.length > 0 && html`<h4>Changes</h4>${marks}`}
      ${markdown(declared.description)}
      ${GROUPS.map(([location, heading]) => {
        const group = parameters.filter((parameter) => parameter.in === location);
        const place = { message: 'request', anchor: id } as const;
        return group.length > 0 && html`<h4>${heading}</h4>${renderRows(site, group, place)}`;
      })}
      ${body && renderMessage(site, body, { message: 'request', anchor: `${id}.body` }, 'Request body', body.isRequired && html` <span class="required">required</span>`)}
      ${renderResponses(site, operation)}
    </div>
    ${renderCode(site, operation)}
  </article>`;
}

export function titleOf({ id, declared }: PageOperation): string {
  return String(declared.summary ?? id);
}

function renderDeprecation({ operations }: Site, { declared }: PageOperation): Child {
  const successor = operations.find(({ id }) => id === declared['x-deprecated-successor']);
  return (
    declared.deprecated === true &&
    html`<p class="notice">${deprecationNote(datesOf(declared))}${
      successor &&
      html` Use <a href="#${successor.id}">${successor.id}</a> (${successor.method.toUpperCase()} ${successor.path}) instead.`
    } Every response has the headers of a <a href="#guide-deprecation">deprecation</a>.</p>`
  );
}

function chapterLink(name: string, text: string): Html {
  return html` <a class="more" href="#guide-${name}">${text}</a>`;
}

/** Parameters or headers. */
export function renderRows(
  site: Site,
  parts: readonly (PageParameter | Part<HeaderObject>)[],
  { message, anchor }: Place,
): Child {
  const rows = parts.map((part) => {
    const place = { message, anchor: `${anchor}.${part.name}` };
    const node = followDeclared(site.document, part);
    if (!('in' in part)) return renderRow(site, part.name, node, place);
    const note = isIdempotencyKey(part) && chapterLink('idempotency', 'Idempotency');
    return renderRow(site, part.name, node, place, { isRequired: part.isRequired, note });
  });
  return rows.length > 0 && html`<ul class="rows">${rows}</ul>`;
}

/** A request body or a successful response. */
function renderMessage(
  site: Site,
  part: Part<RequestBodyObject | ResponseObject>,
  place: Place,
  heading: string,
  note: Child,
): Html {
  const node = followContent(site.document, part.value);
  const type = node ? `${node.mediaType} · ${typeOf(site.document, node)}` : 'no body';
  const id = place.message === 'response' && html` id="${site.anchor(place.anchor)}"`;
  return html`<h4${id}>${heading} <span class="type">${type}</span>${note}</h4>
    ${site.marks(part.sources)}${markdown(part.value.description)}${node && renderSchema(site, node, place)}`;
}

/** Its successes, its own errors, and links to what all operations share. */
function renderResponses(site: Site, { id, responses, isPaged }: PageOperation): Html {
  const own = responses.filter(
    (one) => !one.isSuccess && !site.commonErrors.some((other) => isSame(one, other)),
  );
  const headersOf = (response: PageResponse) =>
    renderRows(site, ownHeaders(response, site.commonHeaders), { message: 'response', anchor: id });
  const placeOf = ({ name }: PageResponse) =>
    ({ message: 'response', anchor: `${id}.${name}` }) as const;
  const rows = own.map((error) => {
    const { name, codes, sources, value } = error;
    const node = followContent(site.document, value);
    return html`<tr><td>${name}</td><td>${codeLinks(codes)}${site.marks(sources)}${markdown(value.description)}
      ${node && node.name !== 'Error' && renderSchema(site, node, placeOf(error))}${headersOf(error)}</td></tr>`;
  });
  const successes = responses.filter(({ isSuccess }) => isSuccess);
  const note = isPaged && chapterLink('pagination', 'Pagination');
  return html`${successes.map((response) => {
    const title = `Response ${response.name}`;
    const message = renderMessage(site, response, placeOf(response), title, note);
    const headers = headersOf(response);
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
  const samples = samplesOf(operation);
  const calls = LANGUAGES.map(([language, name], index) => {
    const box = codeBox(site, samples[language], `the ${name} sample`);
    return html`<details name="${id}.request" class="tab" data-language="${language}"${index === 0 && html` open`}><summary>${name}</summary>${box}</details>`;
  });
  const replies = readReplies(operation, site.document);
  const statuses = [...new Set(replies.map(({ status }) => status))].map((status, index) => {
    const boxes = replies
      .filter((reply) => reply.status === status)
      .map(({ name = '', body, mediaType }) => {
        const code = mediaType === undefined ? '(no body)' : JSON.stringify(body, undefined, 2);
        return codeBox(site, code, `the response ${status} ${name}`.trim());
      });
    return html`<details name="${id}.response" class="tab"${index === 0 && html` open`}><summary data-status="${status}">${status}</summary>${boxes}</details>`;
  });
  const form = declared['x-hideTryItPanel'] !== true && renderTryForm(site, operation);
  return html`<div class="how">
    <section class="request" aria-label="Request of ${id}"><h4>Request</h4>${calls}${form}</section>
    <section class="response" aria-label="Response of ${id}"><h4>Response</h4>${statuses}</section>
  </div>`;
}
