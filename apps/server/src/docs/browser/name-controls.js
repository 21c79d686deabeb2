// Accessible names that Swagger UI does not set. It can render its controls again at any time, so the names are set
// after every change of the page.

/** @type {readonly (readonly [selector: string, name: string])[]} */
const NAMES = [
  ['.close-modal', 'Close'],
  ['#servers', 'Server'],
  ['#auth-bearer-value', 'API key'],
  ['.examples-select-element', 'Example'],
  ['.body-param__text', 'Request body'],
];
/** Each one is in a table row that has the parameter's name. */
const PARAMETER_CONTROLS = '.parameters-col_description :is(select, input)';
/** Swagger UI gives them an accessible name that differs from their visible text. */
const MISLABELLED = '.auth-btn-wrapper button[aria-label]';
/** They scroll if they are wider than their column, so they must be focusable. */
const SCROLLING = '.microlight, .highlight-code > pre, .table-container, .body-param__example';

/** @param {HTMLElement} root */
export function setAccessibleNames(root) {
  const nameAll = () => {
    for (const [selector, text] of NAMES) {
      for (const element of root.querySelectorAll(selector)) name(element, text);
    }
    for (const element of root.querySelectorAll(PARAMETER_CONTROLS)) {
      name(element, element.closest('tr')?.getAttribute('data-param-name') ?? 'Value');
    }
    for (const element of root.querySelectorAll(MISLABELLED)) element.removeAttribute('aria-label');
    for (const element of root.querySelectorAll(SCROLLING)) {
      if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '0');
    }
  };
  new MutationObserver(nameAll).observe(root, { childList: true, subtree: true });
  nameAll();
}

/**
 * @param {Element} element
 * @param {string} text
 */
function name(element, text) {
  if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
}
