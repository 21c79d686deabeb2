// Search over everything on the page that has a name: `/` or Ctrl-K opens it.

interface Entry {
  id: string;
  title: string;
  /** What it belongs to. */
  context: string;
  /** Lower case. Titles count more than text. */
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
  let selected = 0;

  const open = () => {
    entries ??= readEntries();
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
  dialog.addEventListener('click', ({ target }) => {
    const result = (target as Element).closest('li');
    if (result) follow(result);
    if (target === dialog) dialog.close();
  });
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') follow(list.children[selected]);
    if (event.key === 'ArrowDown') select(selected + 1);
    if (event.key === 'ArrowUp') select(selected - 1);
    if (event.key.startsWith('Arrow') || event.key === 'Enter') event.preventDefault();
  });

  function follow(result: Element | undefined): void {
    if (!(result instanceof HTMLElement)) return;
    dialog?.close();
    location.hash = result.dataset.target ?? '';
  }

  function show(): void {
    const found = find(entries ?? [], field?.value ?? '');
    list?.replaceChildren(...found.map(toItem));
    select(0);
  }

  function select(index: number): void {
    const items = [...(list?.children ?? [])];
    selected = Math.max(0, Math.min(index, items.length - 1));
    for (const [position, item] of items.entries())
      item.ariaSelected = String(position === selected);
    items[selected]?.scrollIntoView({ block: 'nearest' });
    field?.setAttribute('aria-activedescendant', items[selected]?.id ?? '');
  }
}

function readEntries(): Entry[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-search]'), (element) => {
    const isLarge = element.matches('article, section');
    const heading = element.matches('code') ? element : element.querySelector('h3 a, h2, .name');
    const title = heading?.textContent ?? '';
    const route = element.matches('article')
      ? (element.querySelector('.route')?.textContent ?? '')
      : '';
    const operation = isLarge ? null : element.closest('article');
    const context =
      route ||
      (operation && element.id.replace(/\.[^.]*$/, '')) ||
      (isLarge ? 'Guide' : element.closest('section')?.querySelector('h2')?.textContent) ||
      '';
    const text = isLarge && !route ? (element.textContent ?? '') : context;
    return {
      id: element.id,
      title,
      context,
      name: `${title} ${route}`.toLowerCase(),
      text: text.toLowerCase(),
    };
  });
}

/** Every word must be there. Names that begin with the query are first, then those that have it, then texts. */
function find(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ name, text }: Entry) => {
    if (!words.every((word) => name.includes(word) || text.includes(word))) return 0;
    const [first = ''] = words;
    return name.startsWith(first) ? 3 : name.includes(first) ? 2 : 1;
  };
  return entries
    .map((entry) => [rank(entry), entry] as const)
    .filter(([points]) => points > 0)
    .sort(([one], [other]) => other - one)
    .slice(0, MAX_RESULTS)
    .map(([, entry]) => entry);
}

function toItem({ id, title, context }: Entry, index: number): HTMLLIElement {
  const item = Object.assign(document.createElement('li'), {
    id: `result-${index}`,
    role: 'option',
  });
  item.dataset.target = id;
  item.append(title, Object.assign(document.createElement('small'), { textContent: context }));
  return item;
}
