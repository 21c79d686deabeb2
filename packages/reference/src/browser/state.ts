// State of the page: the API key, which is only here, and the URL of the service.

const { url = '' } = document.documentElement.dataset;

export const state = { key: '', baseUrl: new URL(url, location.href).href };

/** @param isWhole Whether the whole key is filled in. What is shown has its beginning alone. */
export function fillKey(root: ParentNode = document, isWhole = false): void {
  const key = isWhole ? state.key : state.key.replace(/^(.{8}).*/, '$1…');
  for (const place of root.querySelectorAll<HTMLElement>('[data-key]')) {
    const { key: empty = '' } = place.dataset;
    place.textContent = key === '' ? empty : empty.startsWith('$') ? key : `'${key}'`;
  }
}
