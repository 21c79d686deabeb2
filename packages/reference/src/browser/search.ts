// Search over everything on the page that has a name: `/` or Ctrl-K opens it.
import { html } from '../html.js';

interface Entry {
  item: HTMLLIElement;
  /** Lower case. Names count more than text. */
  name: string;
  text: string;
}

const MAX_RESULTS = 30;

export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search');
  const field = dialog?.querySelector('input');
  const list = dialog?.querySelector('ul');
  if (!dialog || !field || !list) return;
  let entries: Entry[] | undefined;

  const show = () => {
    entries ??= readEntries();
    list.replaceChildren(...find(entries, field.value).map(({ item }) => item));
  };
  const open = () => {
    field.value = '';
    show();
    dialog.showModal();
  };
  document.querySelector('.search-open')?.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select');
    if ((event.key !== '/' || isTyping) && !(event.key === 'k' && (event.ctrlKey || event.metaKey)))
      return;
    event.preventDefault();
    if (!dialog.open) open();
  });
  field.addEventListener('input', show);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target as Element).closest('a')) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')];
    const index = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Enter' && index === 0) stops[1]?.click();
    else if (event.key === 'ArrowDown') stops[index + 1]?.focus();
    else if (event.key === 'ArrowUp') stops[index - 1]?.focus();
    else return;
    event.preventDefault();
  });
}

/** `data-search` says what an element belongs to. Of a chapter, the whole text is searched. */
function readEntries(): Entry[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-search]'), (element) => {
    const context = element.dataset.search ?? '';
    const title = (element.querySelector('a') ?? element).textContent ?? '';
    const item = document.createElement('li');
    item.innerHTML = html`<a href="#${element.id}">${title}<small>${context}</small></a>`.text;
    const name = element.matches('article') ? item.textContent : title;
    const text = element.matches('section') ? element.textContent : context;
    return { item, name: (name ?? '').toLowerCase(), text: (text ?? '').toLowerCase() };
  });
}

/** Every word must be there. Names that begin with the query are first, then those that have it, then texts. */
function find(entries: readonly Entry[], query: string): Entry[] {
  const [first = '', ...others] = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ name, text }: Entry) => {
    if (![first, ...others].every((word) => name.includes(word) || text.includes(word))) return 0;
    if (name.startsWith(first)) return 3;
    return name.includes(first) ? 2 : 1;
  };
  return entries
    .filter((entry) => rank(entry) > 0)
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, MAX_RESULTS);
}
