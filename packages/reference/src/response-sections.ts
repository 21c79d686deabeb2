// Responses of an operation as HTML: its successes, its own errors and headers, and links to those that all operations share.
import { callShape, type OperationSpec } from '@animal-store/contract';
import { type Child, type Html, html, join } from './html.js';
import { markdown } from './markdown.js';
import { type Header, isSameError, isSuccess, ownHeaders, responsesOf } from './responses.js';
import { renderRow, renderSchema } from './schema.js';
import { typeOf } from './schema-facts.js';
import { escapeToken, follow, pointerOf } from './schema-node.js';
import type { Site } from './site.js';

export function renderResponses(site: Site, spec: OperationSpec, pointer: string): Html {
  const { document } = site;
  const common = site.commonErrors;
  const responses = responsesOf(spec, document);
  const own = responses.filter(
    (one) => !isSuccess(one) && !common.some((other) => isSameError(one, other)),
  );
  return html`${responses.filter(isSuccess).map((one) => renderSuccess(site, spec, one, pointer))}
    <h4>Errors</h4>
    ${
      own.length > 0 &&
      html`<table><thead><tr><th scope="col">Status</th><th scope="col">Code and meaning</th></tr></thead><tbody>${own.map(
        ({ status, entry, response, codes }) => {
          const pointers = [
            `${pointer}/responses/${status}`,
            ...('$ref' in entry ? [String(entry.$ref)] : []),
          ];
          return html`<tr><td>${status}${site.badges(pointers)}</td><td>${codeLinks(codes)}${markdown(response.description)}${site.notes(pointers)}${renderOwnSchema(site, spec, status, response)}</td></tr>`;
        },
      )}</tbody></table>`
    }
    <p class="facts">${own.length > 0 ? 'And those' : 'Those'} of <a href="#guide-errors">every operation</a>: ${join(
      common.map(({ codes }) => codeLinks(codes)),
      ', ',
    )}.</p>
    ${renderHeaders(site, spec)}`;
}

function codeLinks(codes: readonly string[]): Child[] {
  return join(
    codes.map((code) => html`<a href="#error-${code}"><code>${code}</code></a>`),
    ', ',
  );
}

/** Of an error whose body is no `Error`. */
function renderOwnSchema(
  site: Site,
  spec: OperationSpec,
  status: string,
  { content = {} }: { content?: Readonly<Record<string, { schema?: unknown }>> },
): Child {
  const [[mediaType, { schema }] = ['', { schema: undefined }]] = Object.entries(content);
  if (schema === undefined || JSON.stringify(schema) === '{"$ref":"#/components/schemas/Error"}')
    return undefined;
  const node = follow(site.document, [
    {
      schema,
      pointer: `${pointerOf(spec)}/responses/${status}/content/${escapeToken(mediaType)}/schema`,
    },
  ]);
  return renderSchema(site, node, {
    message: 'response',
    anchor: `${spec.id}.${status}`,
    parents: [],
  });
}

function renderSuccess(
  site: Site,
  spec: OperationSpec,
  { status, entry, response }: ReturnType<typeof responsesOf>[number],
  operationPointer: string,
): Html {
  const pointers = [
    `${operationPointer}/responses/${status}`,
    ...('$ref' in entry ? [String(entry.$ref)] : []),
  ];
  const [[mediaType, { schema = {} }] = ['', {}]] = Object.entries(response.content ?? {});
  const node = follow(site.document, [
    { schema, pointer: `${pointers.at(-1)}/content/${escapeToken(mediaType)}/schema` },
  ]);
  const place = { message: 'response', anchor: `${spec.id}.${status}`, parents: [] } as const;
  const { isPaged } = callShape(spec, site.document);
  return html`<h4 id="${site.anchor(place.anchor)}">Response ${status} <span class="type">${mediaType ? html`${mediaType} · ${typeOf(site, node)}` : 'no body'}</span>${site.badges(pointers)}${isPaged && html` <a class="more" href="#guide-pagination">Pagination</a>`}</h4>
    ${site.notes(pointers)}${markdown(response.description)}${mediaType !== '' && renderSchema(site, node, place)}`;
}

/** Those of its successes and of its own errors. */
function renderHeaders(site: Site, spec: OperationSpec): Child {
  const { document } = site;
  const shared = site.commonErrors.map(({ status }) => status);
  const headers = ownHeaders(spec, document, site.commonHeaders).filter(({ statuses }) =>
    statuses.some((status) => !shared.includes(status)),
  );
  return html`<h4>Response headers</h4>${headers.length > 0 && headerRows(site, spec.id, headers)}
    <p class="facts">${headers.length > 0 ? 'And those' : 'Those'} of <a href="#guide-headers">every response</a>.</p>`;
}

export function headerRows(site: Site, anchor: string, headers: readonly Header[]): Html {
  return html`<ul class="rows">${headers.map(({ name, header, statuses }) => {
    const node = follow(site.document, [{ schema: header.schema ?? {}, pointer: '' }]);
    const { description, example } = header;
    const keywords = { ...node.keywords, description, ...(example !== undefined && { example }) };
    const shown = { ...node, keywords, pointers: [], isExampleShown: example !== undefined };
    const note = anchor !== '' && html` <span class="tag">${statuses.join(', ')}</span>`;
    return renderRow(
      site,
      name,
      shown,
      { message: 'response', anchor: `${anchor || 'header'}.${name}`, parents: [] },
      { note },
    );
  })}</ul>`;
}
