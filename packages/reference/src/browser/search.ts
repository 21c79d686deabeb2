// Search over everything on the page that has a name: `/` or Ctrl-K opens it.
import { html } from '../text/html.js';

interface Entry {
  item: HTMLLIElement;
  /** Lower case. Names count more than text. */
  name: string;
  text: string;
}

const MAX_RESULTS = 30;

export function startSearch(): void {
  const dialog = document.querySelector<HTMLElement>('#search');
  const field = dialog?.querySelector('input');
  const list = dialog?.querySelector('ul');
  if (!dialog || !field || !list) return;
  let entries: Entry[] | undefined;

  const show = () => {
    entries ??= readEntries();
    list.replaceChildren(...find(entries, field.value).map(({ item }) => item));
  };
  field.addEventListener('input', show);
  dialog.addEventListener('beforetoggle', () => {
    field.value = '';
    show();
  });
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, select');
    if ((event.key !== '/' || isTyping) && !(event.key === 'k' && (event.ctrlKey || event.metaKey)))
      return;
    event.preventDefault();
    dialog.togglePopover(true);
  });
  dialog.addEventListener('keydown', (event) => {
    const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')];
    const { activeElement } = document;
    const index = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
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
  const words = query.toLowerCase().trim().split(/\s+/);
  const rank = ({ name, text }: Entry) => {
    if (!words.every((word) => name.includes(word) || text.includes(word))) return 0;
    if (name.startsWith(words[0] ?? '')) return 3;
    return name.includes(words[0] ?? '') ? 2 : 1;
  };
  return entries
    .filter((entry) => rank(entry) > 0)
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, MAX_RESULTS);
}
