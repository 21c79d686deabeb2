// Chapters of the guide: the parts of the contract's description that begin with a bold title, and what the contract says
// about errors, quotas, headers, idempotency, pages and servers.
import { callShape, isIdempotencyKey, resolve } from '@animal-store/contract';
import { codeBox } from './code.js';
import { type Child, type Html, html, join } from './html.js';
import { inlineMarkdown, markdown } from './markdown.js';
import { headerRows } from './response-sections.js';
import {
  type ErrorResponse,
  isSameError,
  isSuccess,
  ownHeaders,
  responsesOf,
} from './responses.js';
import { declaredParameter } from './samples.js';
import { renderInside } from './schema.js';
import { follow } from './schema-node.js';
import type { Site } from './site.js';
import { banRule, formatDuration, formatNumber } from './wording.js';

export interface Chapter {
  /** `guide-errors`. */
  id: string;
  title: string;
  content: Child;
}

/** A paragraph that begins a chapter: `**Errors.** Every error is …`. */
const TITLE = /^\*\*([^*]+?)\.\*\* /;

/** What stands before the operations, and the chapters after them. */
export function readGuide(site: Site): { introduction: Child; chapters: Chapter[] } {
  const paragraphs = String(site.document.info.description ?? '').split(/\n{2,}/);
  const introduction: string[] = [];
  const chapters = new Map<string, { title: string; texts: string[]; extras: Child[] }>();
  let texts = introduction;
  for (const paragraph of paragraphs) {
    const title = TITLE.exec(paragraph)?.[1];
    if (title !== undefined) {
      texts = [];
      chapters.set(slugOf(title), { title, texts, extras: [] });
    }
    texts.push(paragraph.replace(TITLE, ''));
  }
  for (const [title, extra] of Object.entries(contractChapters(site))) {
    if (extra === undefined) continue;
    const known = chapters.get(slugOf(title));
    if (known) known.extras.push(extra);
    else chapters.set(slugOf(title), { title, texts: [], extras: [extra] });
  }
  return {
    introduction: markdown(introduction.join('\n\n')),
    chapters: Array.from(chapters, ([slug, chapter]) => ({
      id: `guide-${slug}`,
      title: chapter.title,
      content: html`${markdown(chapter.texts.join('\n\n'))}${chapter.extras}`,
    })),
  };
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function contractChapters(site: Site): Readonly<Record<string, Child>> {
  const { document, operations } = site;
  const paged = operations.find(
    (spec) =>
      callShape(spec, document).isPaged && spec.parameters.every(({ isRequired }) => !isRequired),
  );
  return {
    Errors: renderErrors(site),
    'Rate limits': renderPlans(site),
    Pagination:
      paged &&
      codeBox(`for await (const item of store.${paged.id}.all()) {\n  console.log(item);\n}`, {
        label: 'the loop over all pages',
      }),
    Idempotency: renderIdempotency(site),
    Headers: renderHeaders(site),
    Servers: html`<ul>${document.servers.map(
      ({ url, description }) => html`<li>${description}: <code>${url}</code></li>`,
    )}</ul><p>A request body has at most ${formatNumber(document['x-max-body-bytes'])} bytes.</p>`,
  };
}

function renderHeaders(site: Site): Html {
  const { document, operations } = site;
  const common = site.commonHeaders;
  const shared = site.commonErrors.map(({ status }) => status);
  const others = new Map(
    operations
      .flatMap((spec) => ownHeaders(spec, document, common))
      .filter(({ statuses }) => statuses.every((status) => shared.includes(status)))
      .map((header) => [header.name, header]),
  );
  return html`<p>Every response has these headers:</p>${headerRows(site, '', common)}
    ${others.size > 0 && html`<p>Some errors have these, too:</p>${headerRows(site, 'error', [...others.values()])}`}`;
}

/** Every error once, with the operations that have it. */
function renderErrors(site: Site): Html {
  const found: { error: ErrorResponse; ids: string[] }[] = [];
  for (const spec of site.operations)
    for (const error of responsesOf(spec, site.document).filter((one) => !isSuccess(one))) {
      const known = found.find((one) => isSameError(one.error, error));
      if (known) known.ids.push(spec.id);
      else found.push({ error, ids: [spec.id] });
    }
  found.sort((one, other) => Number(one.error.status) - Number(other.error.status));
  const rows = found.map(({ error: { status, response, codes }, ids }) => {
    const isOfAll = ids.length === site.operations.length;
    const where = isOfAll
      ? 'every one'
      : join(
          ids.map((id) => html`<a href="#${id}">${id}</a>`),
          ', ',
        );
    const anchors = codes.map(
      (code) => html`<code id="${site.anchor(`error-${code}`)}" data-search>${code}</code> `,
    );
    return html`<tr><th scope="row">${status}</th><td>${anchors}${markdown(response.description)}</td><td>${where}</td></tr>`;
  });
  const pointer = '#/components/schemas/Error';
  const body = follow(site.document, [{ schema: { $ref: pointer }, pointer }]);
  return html`<table><thead><tr><th scope="col">Status</th><th scope="col">Code, and what to do</th><th scope="col">Operations</th></tr></thead><tbody>${rows}</tbody></table>
    <h4>Body of an error</h4>${renderInside(site, body, { message: 'response', anchor: 'error', parents: [] }, true)}`;
}

function renderPlans({ document }: Site): Html {
  const rows = Object.entries(document['x-rate-limit-plans']).map(([plan, quota]) => {
    const [perMinute, perDay] =
      quota === 'custom'
        ? ['custom', 'custom']
        : [formatNumber(quota.perMinute), formatNumber(quota.perDay)];
    return html`<tr><th scope="row">${plan}</th><td>${perMinute}</td><td>${perDay}</td></tr>`;
  });
  return html`<table class="plans"><caption>Requests allowed by each plan</caption><thead><tr><th scope="col">Plan</th><th scope="col">Per minute</th><th scope="col">Per day</th></tr></thead><tbody>${rows}</tbody></table>
    <p class="ban">${banRule(document['x-rate-limit-ban'])}</p>`;
}

/** Undefined if no operation takes an `Idempotency-Key`. */
function renderIdempotency({ operations, document }: Site): Child {
  const taking = operations.filter(({ parameters }) => parameters.some(isIdempotencyKey));
  const [first] = taking;
  const parameter = first?.parameters.find(isIdempotencyKey);
  if (first === undefined || parameter === undefined) return undefined;
  const { description } = resolve(declaredParameter(first, parameter, document), document);
  return html`${typeof description === 'string' && html`<p><code>${parameter.name}</code>: ${inlineMarkdown(description)}</p>`}
    <p>Keys are stored for ${formatDuration(document['x-idempotency'].retentionSeconds)}. The SDK sends one with each call, the same for each of its attempts. Operations that take one: ${join(
      taking.map(({ id }) => html`<a href="#${id}">${id}</a>`),
      ', ',
    )}.</p>`;
}
