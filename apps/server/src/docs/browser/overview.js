// Overview above the operations: the changes in a preview, quick start, description, quotas, ban rule, headers of all responses, and servers.
import { changeSummary } from './changes.js';
import { operationLink } from './open-operation.js';
import { commonHeaders } from './responses.js';
import { quickStart } from './samples.js';
import { banRule, formatNumber } from './wording.js';

/**
 * Returns the overview as a React element.
 * @param {import('./swagger-ui.js').System} system
 * @param {import('./swagger-ui.js').Component<import('./swagger-ui.js').CodeBoxProps>} CodeBox
 * @param {import('./swagger-ui.js').PublishedContract} document The contract as the page received it.
 * @param {(code: string) => string} toText Fills in the URL of the service.
 */
export function overview(system, CodeBox, document, toText) {
  const { React, getComponent } = system;
  const h = React.createElement;
  const plans = Object.entries(document['x-rate-limit-plans'] ?? {});
  const ban = document['x-rate-limit-ban'];
  const servers = document['x-published-servers'] ?? document.servers ?? [];
  const { 'x-reference': reference, 'x-review': review } = document;
  const description = document.info?.description;
  return h(
    'section',
    { className: 'wrapper reference-overview', 'aria-label': 'Overview' },
    review && changeSummary(React, review, linkTo),
    reference &&
      quickStart(React, CodeBox, { ...reference, firstCall: toText(reference.firstCall) }),
    typeof description === 'string' && [
      h('h2', { key: 'heading', id: 'overview' }, 'Overview'),
      h(
        'div',
        { key: 'text', className: 'info' },
        h(getComponent('Markdown', true), { source: description }),
      ),
    ],
    plans.length > 0 && [
      h('h2', { key: 'heading', id: 'rate-limits' }, 'Rate limits'),
      h(
        'table',
        { key: 'plans', className: 'reference-plans' },
        h('caption', null, 'Requests allowed by each plan'),
        h('thead', null, h('tr', null, ['Plan', 'Per minute', 'Per day'].map(heading))),
        h('tbody', null, plans.map(planRow)),
      ),
    ],
    ban && h('p', { className: 'reference-ban' }, banRule(ban)),
    reference && commonHeaders(React, reference.headers),
    servers.length > 0 && [
      h('h2', { key: 'heading', id: 'servers-list' }, 'Servers'),
      h('ul', { key: 'servers', className: 'reference-servers' }, servers.map(serverItem)),
    ],
  );

  /** @param {string} id */
  function linkTo(id) {
    const operation = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .find(({ operationId }) => operationId === id);
    if (operation === undefined) return undefined;
    const { tags } = operation;
    const tag = Array.isArray(tags) ? String(tags[0]) : 'default';
    return operationLink(system, { tag, id }, h('code', null, id));
  }

  /** @param {string} text */
  function heading(text) {
    return h('th', { key: text, scope: 'col' }, text);
  }

  /** @param {[string, import('@animal-store/contract').Quota | 'custom']} plan */
  function planRow([name, quota]) {
    return h(
      'tr',
      { key: name },
      h('th', { scope: 'row' }, name),
      h('td', null, quota === 'custom' ? 'custom' : formatNumber(quota.perMinute)),
      h('td', null, quota === 'custom' ? 'custom' : formatNumber(quota.perDay)),
    );
  }

  /** @param {import('./swagger-ui.js').Server} server */
  function serverItem({ url, description }) {
    return h('li', { key: url }, description ? `${description}: ` : '', h('code', null, url));
  }
}
