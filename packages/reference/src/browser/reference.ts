// The script of the page: what it adds to HTML that can be read without it.
import { startSearch } from './search.js';
import { startTrying, state } from './try.js';

const LANGUAGE = 'reference.language';

const keyField = document.querySelector<HTMLInputElement>('#key');
keyField?.addEventListener('input', () => {
  state.key = keyField.value.trim();
  fillKey();
});
for (const place of document.querySelectorAll('[data-base]')) place.textContent = state.baseUrl;
document.addEventListener('click', onClick);
const language = inStorage((storage) => storage.getItem(LANGUAGE)) ?? '';
document.querySelector<HTMLElement>(`[data-language="${CSS.escape(language)}"] > summary`)?.click();
markCurrent();
startSearch();
startTrying();

function onClick(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const copied = target.closest<HTMLElement>('.copy');
  if (copied) void copy(copied);
  target.closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover();
  const tab = target.closest('summary')?.closest<HTMLDetailsElement>('.tab');
  if (!tab) return;
  event.preventDefault(); // a second click does not close it
  choose(tab);
}

/** A status is chosen for its response; a language for the whole page, and for later visits. */
function choose(tab: HTMLDetailsElement): void {
  tab.open = true;
  const { language } = tab.dataset;
  if (language === undefined) return;
  inStorage((storage) => storage.setItem(LANGUAGE, language));
  for (const other of document.querySelectorAll<HTMLDetailsElement>(
    `[data-language="${language}"]`,
  ))
    other.open = true;
}

/** A browser without storage forgets the choice. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** The code with the whole key, of which the page shows the beginning. */
async function copy(button: HTMLElement): Promise<void> {
  const code = button.parentElement?.querySelector('code')?.cloneNode(true);
  if (!(code instanceof HTMLElement)) return;
  fillKey(code, true);
  await write(code.textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

/** @param isWhole Whether the whole key is filled in. What is shown has its beginning alone. */
function fillKey(root: ParentNode = document, isWhole = false): void {
  const key = isWhole ? state.key : state.key.replace(/^(.{8}).*/, '$1…');
  for (const place of root.querySelectorAll<HTMLElement>('[data-key]')) {
    const { key: variable = '' } = place.dataset;
    place.textContent = key === '' ? variable : variable.startsWith('$') ? key : `'${key}'`;
  }
}

/** Pages without HTTPS have no clipboard. */
async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement('textarea'), { value: text });
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Marks the part that is being read in the contents. */
function markCurrent(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const id = entries.find(({ isIntersecting }) => isIntersecting)?.target.id ?? '';
      const link = document.querySelector(`nav a[href="#${CSS.escape(id)}"]`);
      if (!link) return;
      for (const other of document.querySelectorAll('nav [aria-current="true"]'))
        other.ariaCurrent = null;
      link.ariaCurrent = 'true';
    },
    { rootMargin: '-15% 0% -75%' },
  );
  for (const part of document.querySelectorAll('main :is(article, section, .how)[id]'))
    observer.observe(part);
}
