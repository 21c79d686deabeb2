// Accessibility of Swagger UI's dialog for the API key: role and name, everything else inert while the dialog is open,
// Escape to close it, and focus back on the element that opened it.

/** @param {HTMLElement} root */
export function makeDialogModal(root) {
  /** @type {HTMLElement | undefined} */
  let opener;
  /** @type {Element | undefined} */
  let shown;
  /** @type {Element[]} */
  let hidden = [];

  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('.dialog-ux') === null) opener = target;
  });
  root.addEventListener('keydown', ({ key }) => {
    const close = root.querySelector('.dialog-ux .close-modal');
    if (key === 'Escape' && close instanceof HTMLElement) close.click();
  });
  new MutationObserver(() => {
    const dialog = root.querySelector('.dialog-ux') ?? undefined;
    if (dialog === shown) return;
    shown = dialog;
    for (const element of hidden) element.removeAttribute('inert');
    hidden = dialog === undefined ? [] : elementsOutside(dialog, root);
    for (const element of hidden) element.setAttribute('inert', '');
    if (dialog === undefined) opener?.focus();
    else setRole(dialog);
  }).observe(root, { childList: true, subtree: true });
}

/** @param {Element} dialog */
function setRole(dialog) {
  const window = dialog.querySelector('.modal-ux');
  window?.setAttribute('role', 'dialog');
  window?.setAttribute('aria-modal', 'true');
  window?.setAttribute('aria-label', 'Available authorizations');
}

/**
 * The elements inside `root` that neither contain `element` nor are inside it. Only the topmost ones are listed.
 * @param {Element} element
 * @param {Element} root
 */
function elementsOutside(element, root) {
  const found = [];
  for (let at = element; at !== root && at.parentElement !== null; at = at.parentElement) {
    for (const sibling of at.parentElement.children) if (sibling !== at) found.push(sibling);
  }
  return found;
}
