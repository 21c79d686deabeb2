// An operation as HTML: what it is to the left, its request and responses to the right.
import {
  type HeaderObject,
  isIdempotencyKey,
  type RequestBodyObject,
  type ResponseObject,
} from '@animal-store/contract';
import { readReplies } from '@animal-store/contract/examples';
import { datesOf, deprecationNote } from '@animal-store/contract/http';
import { codeBox } from './code.js';
import { type Child, type Html, html, join } from './html.js';
import { markdown } from './markdown.js';
import { isSame, ownHeaders, type PageOperation, type Part } from './operations.js';
import { type Samples, samplesOf } from './samples.js';
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
const LANGUAGES: readonly (readonly [name: keyof Samples, label: string])[] = [
  ['sdk', 'SDK'],
  ['curl', 'curl'],
  ['fetch', 'fetch'],
];

export function renderOperation(site: Site, operation: PageOperation): Html {
  const { id, method, path, declared } = operation;
  const { kind, marks } = site.changesOf(operation);
  const anchor = site.anchor(id);
  return html`<article class="columns operation" id="${anchor}" tabindex="-1" aria-labelledby="${anchor}-title" data-search="${method.toUpperCase()} ${path} ${id}">
    <div class="what">
      <h3 id="${anchor}-title"><a href="#${anchor}">${titleOf(operation)}</a>${declared['x-stability'] && badge(declared['x-stability'])}${declared.deprecated && badge('deprecated')}${kind && badge(kind)}</h3>
      <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="id">${id}</span></p>
      ${renderDeprecation(site, operation)}
      ${marks.length > 0 && html`<h4>Changes</h4>${marks}`}
      ${markdown(declared.description)}
      ${GROUPS.map(([location, heading]) => renderParameters(site, operation, location, heading))}
      ${renderBody(site, operation)}
      ${renderResponses(site, operation)}
    </div>
    <div class="how">
      ${renderRequest(site, operation)}
      ${renderExamples(site, operation)}
    </div>
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

function renderParameters(
  site: Site,
  { id, parameters }: PageOperation,
  location: string,
  heading: string,
): Child {
  const rows = parameters
    .filter((parameter) => parameter.in === location)
    .map((parameter) => {
      const { name, isRequired } = parameter;
      const note = isIdempotencyKey(parameter) && chapterLink('idempotency', 'Idempotency');
      const node = followDeclared(site.document, parameter);
      const place = { message: 'request', anchor: `${id}.${name}` } as const;
      return renderRow(site, name, node, place, { isRequired, note });
    });
  return rows.length > 0 && html`<h4>${heading}</h4><ul class="rows">${rows}</ul>`;
}

function chapterLink(name: string, text: string): Html {
  return html` <a class="more" href="#guide-${name}">${text}</a>`;
}

function renderBody(site: Site, { id, body }: PageOperation): Child {
  if (body === undefined) return undefined;
  const note = body.isRequired && html` <span class="required">required</span>`;
  return renderMessage(site, body, {
    place: { message: 'request', anchor: `${id}.body` },
    heading: 'Request body',
    note,
  });
}

/** A request body or a successful response. */
function renderMessage(
  site: Site,
  part: Part<RequestBodyObject | ResponseObject>,
  { heading, place, note }: { heading: string; place: Place; note: Child },
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
  const rows = own.map((error) => {
    const { name, codes, sources, value } = error;
    const node = followContent(site.document, value);
    const place = { message: 'response', anchor: `${id}.${name}` } as const;
    return html`<tr><td>${name}</td><td>${codeLinks(codes)}${site.marks(sources)}${markdown(value.description)}
      ${node && node.name !== 'Error' && renderSchema(site, node, place)}${renderHeaders(site, id, ownHeaders(error, site.commonHeaders))}</td></tr>`;
  });
  return html`${responses
    .filter(({ isSuccess }) => isSuccess)
    .map((response) => {
      const headers = ownHeaders(response, site.commonHeaders);
      return html`${renderMessage(site, response, {
        heading: `Response ${response.name}`,
        place: { message: 'response', anchor: `${id}.${response.name}` },
        note: isPaged && chapterLink('pagination', 'Pagination'),
      })}
      <h4>Response headers</h4>${renderHeaders(site, id, headers)}
      <p class="facts">${headers.length > 0 ? 'And those' : 'Those'} of <a href="#guide-headers">every response</a>.</p>`;
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

export function renderHeaders(
  site: Site,
  anchor: string,
  headers: readonly Part<HeaderObject>[],
): Child {
  const rows = headers.map((header) => {
    const { name } = header;
    const node = followDeclared(site.document, header);
    return renderRow(site, name, node, { message: 'response', anchor: `${anchor}.${name}` });
  });
  return rows.length > 0 && html`<ul class="rows">${rows}</ul>`;
}

/** Buttons of which one is chosen: the script shows what has the same `data-choice`. */
function renderChoice(label: string, choices: readonly (readonly [name: string, text: string])[]) {
  const buttons = choices.map(
    ([name, text], index) =>
      html`<button type="button" data-choice="${name}" aria-pressed="${String(index === 0)}">${text}</button>`,
  );
  return html`<div class="choice" role="group" aria-label="${label}">${buttons}</div>`;
}

function renderRequest(site: Site, operation: PageOperation): Html {
  const { id, declared } = operation;
  const samples = samplesOf(operation);
  const boxes = LANGUAGES.map(([name, label]) =>
    codeBox(samples[name], {
      label: `the ${label} sample`,
      choice: name,
      isShown: name === 'sdk',
      baseUrl: site.document.servers[0].url,
    }),
  );
  return html`<section class="request" aria-label="Request of ${id}">
    <header><h4>Request</h4>${renderChoice('Language', LANGUAGES)}</header>${boxes}
    ${declared['x-hideTryItPanel'] !== true && renderTryForm(site, operation)}
  </section>`;
}

/** The examples of each status, of which the script shows one. */
function renderExamples(site: Site, operation: PageOperation): Html {
  const replies = readReplies(operation, site.document);
  const statuses = [...new Set(replies.map(({ status }) => String(status)))];
  const boxes = replies.map(({ status, name, body, mediaType }) => {
    const text = mediaType === undefined ? '(no body)' : JSON.stringify(body, undefined, 2);
    const label = ['the response', status, name].filter(Boolean).join(' ');
    const isShown = String(status) === statuses[0];
    return codeBox(text ?? '', { label, choice: String(status), isShown });
  });
  const choices = statuses.map((status) => [status, status] as const);
  return html`<section class="response" aria-label="Response of ${operation.id}">
    <header><h4>Response</h4>${renderChoice('Status', choices)}</header>${boxes}
  </section>`;
}
