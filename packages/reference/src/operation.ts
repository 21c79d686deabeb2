// An operation as HTML: what it is to the left, its request and responses to the right.
import {
  isIdempotencyKey,
  type Operation,
  type OperationSpec,
  resolve,
} from '@animal-store/contract';
import { readReplies } from '@animal-store/contract/examples';
import { codeBox } from './code.js';
import { type Child, type Html, html } from './html.js';
import { markdown } from './markdown.js';
import { renderResponses } from './response-sections.js';
import { declaredParameter, renderSamples, type Samples } from './samples.js';
import { renderRow, renderSchema } from './schema.js';
import { typeOf } from './schema-facts.js';
import { escapeToken, follow, pointerOf } from './schema-node.js';
import { operationOf, type Site } from './site.js';
import { renderTryForm } from './try-form.js';
import { formatDate } from './wording.js';

const GROUPS = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Request headers'],
] as const;
export const LANGUAGES: readonly (readonly [name: keyof Samples, label: string])[] = [
  ['sdk', 'SDK'],
  ['curl', 'curl'],
  ['fetch', 'fetch'],
];

export function renderOperation(site: Site, spec: OperationSpec): Html {
  const { id, method, path } = spec;
  const operation = operationOf(site, spec);
  const pointer = pointerOf(spec);
  const { kind, changes } = site.changesOf(id, pointer);
  const anchor = site.anchor(id);
  const title = String(operation.summary ?? id);
  return html`<article class="columns operation" id="${anchor}" tabindex="-1" aria-labelledby="${anchor}-title" data-search>
    <div class="what">
      <h3 id="${anchor}-title"><a href="#${anchor}">${title}</a>${operation['x-stability'] !== undefined && html` <span class="badge ${operation['x-stability']}">${operation['x-stability']}</span>`}${operation.deprecated === true && html` <span class="badge deprecated">deprecated</span>`}${kind && site.badge(kind)}</h3>
      <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="id">${id}</span></p>
      ${renderDeprecation(site, operation)}
      ${changes.length > 0 && html`<div class="mark"><h4>Changes</h4>${changes.map((change) => html`<p>${site.badge(site.kindOf(change))} ${change.message} ${change.why}</p>`)}</div>`}
      ${markdown(operation.description)}
      ${GROUPS.map(([location, heading]) => renderParameters(site, spec, location, heading))}
      ${renderBody(site, spec, operation)}
      ${renderResponses(site, spec, pointer)}
    </div>
    <div class="how">
      ${renderRequest(site, spec)}
      ${renderExamples(site, spec)}
    </div>
  </article>`;
}

/** The buttons that choose the language of all samples. */
export function languageChoice(): Html {
  return html`<div class="choice" role="group" aria-label="Language">${LANGUAGES.map(
    ([name, label]) =>
      html`<button type="button" data-language="${name}" aria-pressed="${String(name === 'sdk')}">${label}</button>`,
  )}</div>`;
}

function renderDeprecation(site: Site, operation: Operation): Html | undefined {
  if (operation.deprecated !== true) return undefined;
  const since = operation['x-deprecated-since'];
  const sunset = operation['x-deprecated-sunset'];
  const successor = site.operations.find(({ id }) => id === operation['x-deprecated-successor']);
  const sentences: Child[] = [
    since === undefined ? 'Deprecated.' : `Deprecated since ${formatDate(since)}.`,
    sunset !== undefined && ` May be removed on or after ${formatDate(sunset)}.`,
    successor &&
      html` Use <a href="#${successor.id}">${successor.id}</a> (${successor.method.toUpperCase()} ${successor.path}) instead.`,
  ];
  return html`<p class="notice">${sentences}</p>`;
}

function renderParameters(
  site: Site,
  spec: OperationSpec,
  location: string,
  heading: string,
): Child {
  const { document } = site;
  const rows = spec.parameters.flatMap((parameter, index) => {
    if (parameter.in !== location) return [];
    const declared = declaredParameter(spec, parameter, document);
    const entry = operationOf(site, spec).parameters?.[index];
    const pointer = `${pointerOf(spec)}/parameters/${index}`;
    const pointers =
      entry !== undefined && '$ref' in entry ? [pointer, String(entry.$ref)] : [pointer];
    const node = follow(document, [
      { schema: declared.schema, pointer: `${pointers.at(-1)}/schema` },
    ]);
    const { description, deprecated, example, examples } = declared;
    const named = Object.values(examples ?? {}).map(
      (one) => resolve<{ value?: unknown }>(one, document).value,
    );
    const shown = example === undefined ? named : [example, ...named];
    const own = {
      ...(description !== undefined && { description }),
      ...(deprecated === true && declared),
      ...(shown.length > 0 && { examples: shown }),
    };
    const {
      schema: _,
      in: __,
      name: ___,
      required: ____,
      example: _____,
      ...facts
    } = { ...node.keywords, ...own };
    const merged = {
      ...node,
      keywords: facts,
      pointers: [...pointers, ...node.pointers],
      isExampleShown: node.isExampleShown || shown.length > 0,
    };
    const anchor = `${spec.id}.${parameter.name}`;
    const note = isIdempotencyKey(parameter)
      ? html` <a class="more" href="#guide-idempotency">Idempotency</a>`
      : undefined;
    return renderRow(
      site,
      parameter.name,
      merged,
      { message: 'request', anchor, parents: [] },
      { isRequired: parameter.isRequired, note },
    );
  });
  return rows.length > 0 && html`<h4>${heading}</h4><ul class="rows">${rows}</ul>`;
}

function renderBody(site: Site, spec: OperationSpec, operation: Operation): Child {
  const { body } = spec;
  const declared = operation.requestBody;
  if (body === undefined || declared === undefined) return undefined;
  const pointer = '$ref' in declared ? String(declared.$ref) : `${pointerOf(spec)}/requestBody`;
  const { content, description } = resolve<{ content: Record<string, { schema?: unknown }> }>(
    declared,
    site.document,
  ) as {
    content: Record<string, { schema?: unknown }>;
    description?: unknown;
  };
  const schema = content[body.mediaType]?.schema ?? {};
  const node = follow(site.document, [
    { schema, pointer: `${pointer}/content/${escapeToken(body.mediaType)}/schema` },
  ]);
  const place = { message: 'request', anchor: `${spec.id}.body`, parents: [] } as const;
  return html`<h4>Request body <span class="type">${body.mediaType} · ${typeOf(site, node)}</span>${body.isRequired && html` <span class="required">required</span>`}</h4>
    ${markdown(description)}${renderSchema(site, node, place)}`;
}

function renderRequest(site: Site, spec: OperationSpec): Html {
  const samples = renderSamples(spec, site.document);
  return html`<section class="request" aria-label="Request of ${spec.id}">
    <header><h4>Request</h4>${languageChoice()}</header>
    ${LANGUAGES.map(([name, label]) => codeBox(samples[name], { label: `the ${label} sample`, baseUrl: site.document.servers[0].url, attributes: html` data-sample="${name}"` }))}
    ${operationOf(site, spec)['x-hideTryItPanel'] !== true && renderTryForm(site, spec)}
  </section>`;
}

/** The examples of each status, of which the script shows one. */
function renderExamples(site: Site, spec: OperationSpec): Html {
  const replies = readReplies(spec, site.document);
  const statuses = [...new Set(replies.map(({ status }) => status))];
  const buttons = statuses.map(
    (status, index) =>
      html`<button type="button" class="status-${String(status).charAt(0)}" data-reply="${status}" aria-pressed="${String(index === 0)}">${status}</button>`,
  );
  const examples = replies.map(({ status, name, body, mediaType }) => {
    const attributes = html` data-reply="${status}"${status === statuses[0] && html` data-shown`}`;
    const text = mediaType === undefined ? '(no body)' : JSON.stringify(body, undefined, 2);
    return codeBox(text ?? '', {
      label: `the response ${[status, name].join(' ')}`.trim(),
      attributes,
    });
  });
  return html`<section class="response" aria-label="Response of ${spec.id}">
    <header><h4>Response</h4><div class="choice" role="group" aria-label="Status">${buttons}</div></header>
    ${examples}
  </section>`;
}
