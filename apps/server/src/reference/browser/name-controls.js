// Owns the accessible names that Swagger UI forgets to give: it draws its controls anew at any time, so they are named
// whenever the page changes.

const NAMES = [
  ['.close-modal', 'Close'],
  ['#servers', 'Server'],
  ['.examples-select-element', 'Example'],
  ['.parameters-col_description select', 'Value'],
  ['.parameters-col_description input', 'Value'],
  ['.body-param__text', 'Request body'],
];
/** These have a name that is not the text which they show. */
const MISNAMED = '.auth-btn-wrapper button[aria-label]';
/** Longer than their column, they scroll: so a keyboard must reach them. */
const SCROLLING = '.microlight, .highlight-code > pre, .table-container, .body-param__example';

export function nameControls(root) {
  const name = () => {
    for (const [selector, text] of NAMES) {
      for (const element of root.querySelectorAll(selector)) {
        if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
      }
    }
    for (const element of root.querySelectorAll(MISNAMED)) element.removeAttribute('aria-label');
    for (const element of root.querySelectorAll(SCROLLING)) {
      if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '0');
    }
  };
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
  name();
}
