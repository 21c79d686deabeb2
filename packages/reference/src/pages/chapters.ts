// Chapters of the guide: the parts of the contract's description that begin with a bold title, and what the contract says
// about errors, quotas, headers, idempotency, pages and servers.
import { isIdempotencyKey } from '@animal-store/core';
import { renderRows, renderTable } from '../operations/operation.js';
import { isSame, ownHeaders, type PageReply } from '../operations/operations.js';
import { renderLoop } from '../operations/samples.js';
import { renderInside } from '../schemas/schema.js';
import { nodeOf } from '../schemas/schema-node.js';
import { codeBox } from '../text/code.js';
import { type Child, type Html, html } from '../text/html.js';
import { inlineMarkdown, markdown } from '../text/markdown.js';
import { count, formatDuration } from '../text/wording.js';
import { operationLinks, type Site } from './site.js';

interface Chapter {
  /** `guide-errors`. */
  id: string;
  title: string;
  content: Child[];
}

/** A paragraph that begins a chapter: `**Errors.** Every error is …`. */
const TITLE = /^\*\*([^*]+?)\.\*\* /;

/** What stands before the operations, and the chapters after them. */
export function readGuide(site: Site): { introduction: Child; chapters: Chapter[] } {
  const chapters = new Map<string, Chapter>();
  const contentOf = (title: string) => {
    const name = `guide-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
    const chapter = chapters.get(name) ?? { id: site.anchor(name), title, content: [] };
    chapters.set(name, chapter);
    return chapter.content;
  };
  const introduction: Child[] = [];
  let content = introduction;
  const paragraphs = (site.contract.info.description ?? '').split(/\n{2,}(?=\*\*)/);
  for (const text of paragraphs) {
    const title = TITLE.exec(text)?.[1];
    if (title !== undefined) content = contentOf(title);
    content.push(markdown(text.replace(TITLE, '')));
  }
  for (const [title, child] of Object.entries(contractChapters(site)))
    if (child !== undefined) contentOf(title).push(child);
  return { introduction, chapters: [...chapters.values()] };
}

function contractChapters(site: Site): Readonly<Record<string, Child>> {
  const { servers, limits } = site.contract;
  const loop = site.product.hasSdk ? renderLoop(site.operations) : undefined;
  return {
    Errors: renderErrors(site),
    'Rate limits': renderPlans(site),
    Pagination: loop && codeBox(site, loop, 'the loop over all pages'),
    Idempotency: renderIdempotency(site),
    Headers: renderAllHeaders(site),
    Servers: html`<ul>${servers.map(
      ({ url, description }) => html`<li>${description}: <code>${url}</code></li>`,
    )}</ul><p>A request body has at most ${limits.maxBodyBytes?.toLocaleString('en-US')} bytes.</p>`,
  };
}

function renderAllHeaders(site: Site): Html {
  const { commonHeaders, commonErrors } = site;
  const others = commonErrors.flatMap((error) => ownHeaders(error, commonHeaders));
  return html`<p>Every response has these headers:</p>${renderRows(site, commonHeaders, { direction: 'reply', anchor: 'header' })}
    ${others.length > 0 && html`<p>Some errors have these, too:</p>${renderRows(site, others, { direction: 'reply', anchor: 'error' })}`}`;
}

/** Every error once, with the operations that have it. */
function renderErrors(site: Site): Html {
  const found: { error: PageReply; ids: string[] }[] = [];
  for (const { id, replies } of site.operations)
    for (const error of replies.filter(({ isSuccess }) => !isSuccess)) {
      const known = found.find((one) => isSame(one.error, error));
      if (known) known.ids.push(id);
      else found.push({ error, ids: [id] });
    }
  found.sort((one, other) => Number(one.error.name) - Number(other.error.name));
  const rows = found.map(({ error: { name, value, codes }, ids }) => {
    const where = ids.length === site.operations.length ? 'every one' : operationLinks(site, ids);
    const anchors = codes.map(
      (code) =>
        html`<code id="${site.anchor(`error-${code}`)}" data-search="Errors">${code}</code> `,
    );
    return html`<tr><th scope="row">${name}</th><td>${anchors}${markdown(value.description)}</td><td>${where}</td></tr>`;
  });
  const body = site.contract.schemas.get('Error');
  return html`${renderTable(['Status', 'Code, and what to do', 'Operations'], rows)}
    <h3>Body of an error</h3>${body && renderInside(site, nodeOf(body), { direction: 'reply', anchor: 'error' }, true)}`;
}

function renderPlans({ contract: { plans, ban } }: Site): Html {
  const rows = Array.from(plans, ([plan, quota]) => {
    const { perMinute, perDay } = quota === 'custom' ? { perMinute: quota, perDay: quota } : quota;
    return html`<tr><th scope="row">${plan}</th><td>${perMinute.toLocaleString('en-US')}</td><td>${perDay.toLocaleString('en-US')}</td></tr>`;
  });
  return html`<p>Requests allowed by each plan:</p>
    ${renderTable(['Plan', 'Per minute', 'Per day'], rows)}
    ${
      ban &&
      html`<p>A key with ${count(ban.refusalsPerMinute, 'refused request')} within one UTC minute is banned for ${formatDuration(ban.seconds)}.
    Each further ban on the same UTC day lasts twice as long as the previous one, up to ${formatDuration(ban.maxSeconds)}.</p>`
    }`;
}

/** Undefined if no operation takes an `Idempotency-Key`. */
function renderIdempotency(site: Site): Child {
  const taking = site.operations.filter(({ declared }) => declared.isIdempotent);
  const ids = taking.map(({ id }) => id);
  const parameter = taking[0]?.parameters.find(isIdempotencyKey);
  if (parameter === undefined) return undefined;
  const { idempotencyRetentionSeconds = 0 } = site.contract.limits;
  return html`<p><code>${parameter.name}</code>: ${inlineMarkdown(parameter.value.description ?? '')}</p>
    <p>Keys are stored for ${formatDuration(idempotencyRetentionSeconds)}.${
      site.product.hasSdk && ' The SDK sends one with each call, the same for each of its attempts.'
    } Operations that take one: ${operationLinks(site, ids)}.</p>`;
}
