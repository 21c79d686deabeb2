// The script of the page: what it adds to HTML that can be read without it.
import { startSearch } from './search.js';
import { fillKey, state } from './state.js';
import { startTrying } from './try.js';

const LANGUAGE = 'reference.language';

const keyField = document.querySelector<HTMLInputElement>('#key');
keyField?.addEventListener('input', () => {
  state.key = keyField.value.trim();
  fillKey();
});
for (const place of document.querySelectorAll('[data-base]')) place.textContent = state.baseUrl;
document.addEventListener('click', onClick);
const language = CSS.escape(inStorage((storage) => storage.getItem(LANGUAGE)) ?? '');
document.querySelector<HTMLElement>(`.request button[data-choice="${language}"]`)?.click();
addEventListener('hashchange', followOldAddress);
followOldAddress();
markCurrent();
startSearch();
startTrying();

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  const part = button?.closest('.request, .response');
  if (button?.dataset.choice && part) choose(part, button.dataset.choice);
  if (button?.matches('.copy')) void copy(button);
  if (target.closest('nav a')) document.querySelector<HTMLElement>('nav')?.hidePopover();
}

/** A status is chosen for its response; a language for the whole page, and for later visits. */
function choose(part: Element, choice: string): void {
  const isLanguage = part.matches('.request');
  if (isLanguage) inStorage((storage) => storage.setItem(LANGUAGE, choice));
  for (const root of isLanguage ? document.querySelectorAll('.request') : [part])
    for (const one of root.querySelectorAll<HTMLElement>('[data-choice]')) {
      const isChosen = one.dataset.choice === choice;
      if (one.matches('button')) one.ariaPressed = String(isChosen);
      else one.toggleAttribute('data-shown', isChosen);
    }
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
  const code = button.parentElement?.querySelector('code')?.cloneNode(true) as HTMLElement;
  fillKey(code, true);
  await write(code.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
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

/** Addresses of the page before this one were `#/pets/listPets`. */
function followOldAddress(): void {
  const [, id] = /^#\/.*?([^/]*)$/.exec(location.hash) ?? [];
  if (id !== undefined) location.replace(`#${id}`);
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
