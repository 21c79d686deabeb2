// Responses: headers in one list instead of a table for each response, and a short row for an error whose schema another
// response shows.
import { inlineCode } from './wording.js';

/** @typedef {import('./swagger-ui.js').React} React */

/**
 * What follows the responses of an operation: which of them share a schema, and the headers that only some have.
 * @param {React} React
 * @param {Pick<import('../page-document.js').OperationReference, 'headers' | 'briefErrors'>} summary
 */
export function responseNotes({ createElement: h }, { headers, briefErrors }) {
  return h(
    'div',
    { className: 'reference-notes' },
    sharedSchemas(briefErrors).map((note) => h('p', { key: note }, note)),
    headers.length > 0 && [h('h4', { key: 'heading' }, 'Headers'), headerList(h, headers)],
    h(
      'p',
      null,
      'Every response also has the ',
      h('a', { href: '#response-headers' }, 'headers of all responses'),
      '.',
    ),
  );
}

/**
 * The section above the operations with the headers of all responses.
 * @param {React} React
 * @param {readonly import('../response-summary.js').HeaderSummary[]} headers
 */
export function commonHeaders({ createElement: h }, headers) {
  return [
    h('h2', { key: 'heading', id: 'response-headers' }, 'Response headers'),
    h('p', { key: 'note' }, 'Every response has these headers:'),
    headerList(h, headers),
  ];
}

/**
 * A row of Swagger UI's table of responses.
 * @param {import('./swagger-ui.js').System} system
 * @param {import('./swagger-ui.js').ResponseProps} props
 * @param {import('../response-summary.js').BriefError} error
 */
export function briefErrorRow({ React, getComponent }, { code, response, className }, error) {
  const h = React.createElement;
  return h(
    'tr',
    { className: `response ${className ?? ''}`, 'data-code': code },
    h('td', { className: 'response-col_status' }, code),
    h(
      'td',
      { className: 'response-col_description' },
      h(getComponent('Markdown', true), { source: String(response.get('description') ?? '') }),
      h(
        'p',
        { className: 'reference-codes' },
        error.codes.map((name) => h('code', { key: name }, name)),
      ),
    ),
  );
}

/**
 * A sentence for each schema that several errors share.
 * @param {Readonly<Record<string, import('../response-summary.js').BriefError>>} briefErrors
 */
function sharedSchemas(briefErrors) {
  /** @type {Map<string, string[]>} */
  const statuses = new Map();
  for (const [status, { sameAs }] of Object.entries(briefErrors))
    statuses.set(sameAs, [...(statuses.get(sameAs) ?? []), status]);
  return Array.from(
    statuses,
    ([first, others]) => `Same schema as ${first}: ${others.join(', ')}.`,
  );
}

/**
 * @param {React['createElement']} h
 * @param {readonly (import('../response-summary.js').HeaderSummary & { statuses?: readonly string[] })[]} headers
 */
function headerList(h, headers) {
  return h(
    'dl',
    { key: 'headers', className: 'reference-headers' },
    headers.map(({ name, description, statuses = [] }) =>
      h(
        'div',
        { key: name + description },
        h(
          'dt',
          null,
          h('code', null, name),
          ' ',
          statuses.length > 0 && h('small', null, statuses.join(', ')),
        ),
        h('dd', null, inlineCode(h, description)),
      ),
    ),
  );
}
