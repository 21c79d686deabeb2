// Preview of a change of the contract: a summary above the operations, and marks where something changed.

import { inlineCode } from './wording.js';

/** @typedef {import('./swagger-ui.js').React} React */
/** @typedef {import('./swagger-ui.js').Child} Child */
/** @typedef {import('../preview/mark-changes.js').Review} Review */
/** @typedef {import('../preview/mark-changes.js').ChangeKind} ChangeKind */
/** @typedef {Review['changes'][number]} Change */

/** @type {Readonly<Record<ChangeKind, string>>} */
const TEXTS = {
  breaking: 'breaking',
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unnoticed: 'no effect',
};
/** @type {readonly (readonly [heading: string, kinds: readonly ChangeKind[]])[]} */
const GROUPS = [
  ['Breaking', ['breaking']],
  ['Not breaking', ['removed', 'changed', 'added']],
  ['Without an effect on clients', ['unnoticed']],
];
/** @type {Readonly<Record<string, string>>} */
const EFFECTS = {
  major: 'breaking',
  minor: 'not breaking',
  patch: 'no effect',
  none: 'no effect',
};

/**
 * The badge of a change.
 * @param {React} React
 * @param {ChangeKind} kind
 * @param {string} [text] Its tooltip.
 */
export function changeBadge({ createElement: h }, kind, text) {
  const className = `reference-badge reference-change-${kind}`;
  return h('span', { key: kind + text, className, title: text }, TEXTS[kind]);
}

/**
 * The changes of one operation, and the kind of its badge.
 * @param {Review | undefined} review
 * @param {string | undefined} operationId
 * @returns {{ changes: readonly Change[], kind: ChangeKind | undefined }}
 */
export function changesOf(review, operationId) {
  const changes = (review?.changes ?? []).filter(
    ({ operations }) => operationId !== undefined && operations.includes(operationId),
  );
  const has = (/** @type {ChangeKind} */ wanted) => changes.some(({ kind }) => kind === wanted);
  const isNew = changes.some(({ kind, pointer }) => kind === 'added' && isWhole(pointer));
  if (changes.length === 0) return { changes, kind: undefined };
  if (isNew) return { changes, kind: 'added' };
  if (has('breaking')) return { changes, kind: 'breaking' };
  return {
    changes,
    kind: changes.every(({ kind }) => kind === 'unnoticed') ? 'unnoticed' : 'changed',
  };
}

/**
 * A list of changes with their reasons and effects.
 * @param {React} React
 * @param {readonly Change[]} changes
 * @param {(id: string) => Child} [renderOperation] Without it, the operations are left out.
 */
function changeList(React, changes, renderOperation) {
  const h = React.createElement;
  return h(
    'ul',
    { className: 'reference-changes' },
    changes.map(({ kind, message, why, wire, source, operations }) =>
      h(
        'li',
        { key: message + why },
        h('p', null, changeBadge(React, kind), inlineCode(h, message)),
        h('p', null, inlineCode(h, why)),
        h(
          'p',
          null,
          `Wire: ${EFFECTS[wire]}. Source: ${EFFECTS[source]}.`,
          renderOperation &&
            operations.map((id, index) => [
              index === 0 ? ' Operations: ' : ', ',
              renderOperation(id),
            ]),
        ),
      ),
    ),
  );
}

/**
 * The section of an operation with its changes.
 * @param {React} React
 * @param {readonly Change[]} changes
 */
export function operationChanges(React, changes) {
  const h = React.createElement;
  return h(
    'div',
    { className: 'reference-changed' },
    h(
      'div',
      { className: 'opblock-section-header' },
      h('h4', { className: 'opblock-title' }, 'Changes'),
    ),
    changeList(React, changes),
  );
}

/**
 * The summary of all changes, above the quick start.
 * @param {React} React
 * @param {Review} review
 * @param {(id: string) => Child} renderOperation Undefined for an operation that does not exist any more.
 */
export function changeSummary(React, review, renderOperation) {
  const h = React.createElement;
  const { base, changes, wire, source, baseVersion, nextVersion, admissible } = review;
  const removed = changes.filter(({ side, pointer }) => side === 'base' && isWhole(pointer));
  const render = (/** @type {string} */ id) =>
    renderOperation(id) ?? h('span', { key: id }, h('code', null, id), ' (removed)');
  return [
    h('h2', { key: 'heading', id: 'changes' }, 'Changes in this preview'),
    h('p', { key: 'base' }, `Compared with ${base}, version ${baseVersion}.`),
    h(
      'p',
      { key: 'verdict', className: 'reference-verdict' },
      changes.length === 0
        ? 'The contract has not changed.'
        : `Wire: ${EFFECTS[wire]}. Source: ${EFFECTS[source]}. The next version is ${nextVersion}.`,
      admissible ? '' : ' The breaking changes are not approved and announced yet.',
    ),
    removed.length > 0 && [
      h('h3', { key: 'removed' }, 'Removed operations'),
      h(
        'ul',
        { key: 'removed-list', className: 'reference-removed' },
        removed.map(({ pointer, operations }) =>
          h(
            'li',
            { key: pointer },
            h('s', null, h('code', null, routeOf(pointer))),
            ` ${operations.join(', ')}`,
          ),
        ),
      ),
    ],
    GROUPS.map(([heading, kinds]) => {
      const group = changes.filter(({ kind }) => kinds.includes(kind));
      return (
        group.length > 0 && [
          h('h3', { key: heading }, `${heading} (${group.length})`),
          changeList(React, group, render),
        ]
      );
    }),
  ];
}

/**
 * What is marked at a parameter, a response or a schema.
 * @param {React} React
 * @param {unknown} marks
 */
export function markBadges(React, marks) {
  return toMarks(marks).map(({ kind, text }) => changeBadge(React, kind, text));
}

/**
 * A table row for the marks of the row above it.
 * @param {React} React
 * @param {unknown} marks
 */
export function markRow(React, marks) {
  const h = React.createElement;
  const list = toMarks(marks);
  if (list.length === 0) return null;
  return h(
    'tr',
    { className: 'reference-marks' },
    h(
      'td',
      { colSpan: 3 },
      list.map(({ kind, text }) =>
        h('p', { key: text }, changeBadge(React, kind), inlineCode(h, text)),
      ),
    ),
  );
}

/**
 * @param {unknown} value A list of marks, of JavaScript or of Immutable.js.
 * @returns {readonly import('../preview/mark-changes.js').Mark[]}
 */
function toMarks(value) {
  if (typeof value !== 'object' || value === null) return [];
  const list = 'toJS' in value && typeof value.toJS === 'function' ? value.toJS() : value;
  return Array.isArray(list) ? list : [];
}

/**
 * Whether a pointer is that of a path or of an operation.
 * @param {string} pointer
 */
function isWhole(pointer) {
  return /^#\/paths\/[^/]+(?:\/(?!parameters$)[^/]+)?$/.test(pointer);
}

/**
 * `GET /pets` for `#/paths/~1pets/get`, and `/pets` for `#/paths/~1pets`.
 * @param {string} pointer
 */
function routeOf(pointer) {
  const [path = '', method] = pointer.split('/').slice(2);
  const route = path.replaceAll('~1', '/').replaceAll('~0', '~');
  return method === undefined ? route : `${method.toUpperCase()} ${route}`;
}
