// Links to operations. A click opens the operation, and moves the focus there.

/** @typedef {import('./swagger-ui.js').Child} Child */

/**
 * @param {import('./swagger-ui.js').System} system
 * @param {{ tag: string, id: string, className?: string }} operation
 * @param {...Child} children
 */
export function operationLink({ React, getSystem }, { tag, id, className }, ...children) {
  const onClick = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { layoutActions } = getSystem();
    layoutActions.show(['operations-tag', tag], true);
    layoutActions.show(['operations', tag, id], true);
    requestAnimationFrame(() => {
      const block = globalThis.document.querySelector(`.opblock[id$="-${CSS.escape(id)}"]`);
      const control = block?.querySelector('.opblock-summary-control');
      if (control instanceof HTMLElement) control.focus({ preventScroll: true });
      block?.scrollIntoView();
    });
  };
  const href = `#/${encodeURIComponent(tag)}/${encodeURIComponent(id)}`;
  return React.createElement('a', { key: id, href, onClick, className }, ...children);
}
