// Overview above the operations: the quota of each plan, the ban rule, and the published servers.
import { banRule, formatNumber } from './wording.js';

/**
 * Returns the overview as a React element.
 * @param {import('./swagger-ui.js').React} React
 * @param {import('./swagger-ui.js').PublishedContract} document The contract as the page received it.
 */
export function overview(React, document) {
  const h = React.createElement;
  const plans = Object.entries(document['x-rate-limit-plans'] ?? {});
  const ban = document['x-rate-limit-ban'];
  const servers = document['x-published-servers'] ?? [];
  return h(
    'section',
    { className: 'wrapper reference-overview', 'aria-label': 'Rate limits and servers' },
    plans.length > 0 && [
      h('h2', { key: 'heading' }, 'Rate limits'),
      h(
        'table',
        { key: 'plans', className: 'reference-plans' },
        h('caption', null, 'Requests allowed by each plan'),
        h('thead', null, h('tr', null, ['Plan', 'Per minute', 'Per day'].map(heading))),
        h('tbody', null, plans.map(planRow)),
      ),
    ],
    ban && h('p', { className: 'reference-ban' }, banRule(ban)),
    servers.length > 0 && [
      h('h2', { key: 'heading' }, 'Servers'),
      h('ul', { key: 'servers', className: 'reference-servers' }, servers.map(serverItem)),
    ],
  );

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
