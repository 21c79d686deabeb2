// Contents: links to the sections and the operations. On a phone a button shows and hides them.
import { changeBadge, changesOf } from './changes.js';
import { operationLink } from './open-operation.js';

const SECTIONS = [
  ['quick-start', 'Quick start'],
  ['overview', 'Overview'],
  ['rate-limits', 'Rate limits'],
  ['response-headers', 'Response headers'],
  ['servers-list', 'Servers'],
];

/**
 * Creates the component.
 * @param {import('./swagger-ui.js').System} system
 * @returns {(props: { document: import('./swagger-ui.js').PublishedContract, changesUrl: string }) => import('./swagger-ui.js').Element}
 */
export function contents(system) {
  const { React } = system;
  const h = React.createElement;
  return function contents({ document, changesUrl }) {
    const [isOpen, setOpen] = React.useState(false);
    const review = document['x-review'];
    return h(
      'nav',
      { className: 'reference-contents', 'aria-label': 'Contents' },
      h(
        'button',
        { type: 'button', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
        'Contents',
      ),
      h(
        'div',
        { className: isOpen ? 'reference-open' : '', onClick: () => setOpen(false) },
        h(
          'ul',
          null,
          review && item('preview', h('a', { href: '#changes' }, 'Changes in this preview')),
          SECTIONS.map(([id, text]) => item(id ?? '', h('a', { href: `#${id}` }, text))),
          item('changes', h('a', { href: changesUrl }, 'Changes by release')),
        ),
        groupByTag(document).map(([tag, operations]) => [
          h('h2', { key: `${tag}-heading` }, tag),
          h(
            'ul',
            { key: tag },
            operations.map((operation) => link(tag, operation, review)),
          ),
        ]),
      ),
    );
  };

  /**
   * @param {string} key
   * @param {import('./swagger-ui.js').Child} child
   */
  function item(key, child) {
    return h('li', { key }, child);
  }

  /**
   * @param {string} tag
   * @param {{ id: string, method: string, summary: string, isDeprecated: boolean }} operation
   * @param {import('../preview/mark-changes.js').Review | undefined} review
   */
  function link(tag, { id, method, summary, isDeprecated }, review) {
    const className = isDeprecated ? 'reference-struck' : '';
    const { kind } = changesOf(review, id);
    return item(
      id,
      operationLink(
        system,
        { tag, id, className },
        h('span', { className: `reference-method reference-${method}` }, method.toUpperCase()),
        h('span', null, summary, kind && changeBadge(React, kind)),
      ),
    );
  }
}

/**
 * The operations of each tag, in the order of the contract.
 * @param {import('./swagger-ui.js').PublishedContract} document
 */
function groupByTag({ paths = {} }) {
  /** @type {Map<string, { id: string, method: string, summary: string, isDeprecated: boolean }[]>} */
  const groups = new Map();
  for (const item of Object.values(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { operationId: id, summary = id, deprecated, tags = ['default'] } = operation;
      const entry = { id, method, summary: String(summary), isDeprecated: deprecated === true };
      for (const tag of Array.isArray(tags) ? tags.map(String) : [])
        groups.set(tag, [...(groups.get(tag) ?? []), entry]);
    }
  }
  return [...groups];
}
