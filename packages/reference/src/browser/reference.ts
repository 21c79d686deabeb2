// The script of the page: what it adds to HTML that can be read without it.
import { startSearch } from './search.js';
import { fillSamples, state } from './state.js';
import { startTrying } from './try.js';

const LANGUAGE = 'reference.language';
const root = document.documentElement;

const keyField = document.querySelector<HTMLInputElement>('#key');
keyField?.addEventListener('input', () => {
  state.key = keyField.value.trim();
  fillSamples();
});
fillSamples();
chooseLanguage(remembered() ?? 'sdk');
document.addEventListener('click', onClick);
addEventListener('hashchange', showTarget);
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details:not(.try)'))
    details.toggleAttribute('open', true);
});
showTarget();
markCurrent();
startSearch();
startTrying();

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  if (button?.dataset.language) chooseLanguage(button.dataset.language);
  if (button?.dataset.reply) chooseReply(button);
  if (button?.matches('.copy')) copy(button);
  if (button?.matches('.menu')) toggleMenu(button.ariaExpanded !== 'true');
  if (target.closest('nav a')) toggleMenu(false);
}

function toggleMenu(isOpen: boolean): void {
  document.querySelector('.menu')?.setAttribute('aria-expanded', String(isOpen));
}

/** One choice for the whole page, which a later visit starts with. */
function chooseLanguage(name: string): void {
  root.dataset.language = name;
  for (const button of document.querySelectorAll<HTMLElement>('button[data-language]'))
    button.ariaPressed = String(button.dataset.language === name);
  try {
    localStorage.setItem(LANGUAGE, name);
  } catch {
    // a browser without storage forgets the choice
  }
}

function remembered(): string | undefined {
  try {
    const name = localStorage.getItem(LANGUAGE) ?? '';
    return document.querySelector(`button[data-language="${CSS.escape(name)}"]`) ? name : undefined;
  } catch {
    return undefined;
  }
}

function chooseReply(button: HTMLElement): void {
  for (const one of button.closest('section')?.querySelectorAll<HTMLElement>('[data-reply]') ??
    []) {
    const isChosen = one.dataset.reply === button.dataset.reply;
    if (one.matches('button')) one.ariaPressed = String(isChosen);
    else one.toggleAttribute('data-shown', isChosen);
  }
}

/** The code with the whole key, of which the page shows the beginning. */
async function copy(button: HTMLElement): Promise<void> {
  const code = button.parentElement?.querySelector('code')?.cloneNode(true) as HTMLElement;
  fillSamples(code, true);
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

/** Unfolds what is around the target of the address. Addresses of the page before this one were `#/pets/listPets`. */
function showTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id.startsWith('/')) {
    location.replace(`#${id.split('/').at(-1)}`);
    return;
  }
  const target = document.getElementById(id);
  for (let part = target?.closest('details'); part; part = part.parentElement?.closest('details'))
    part.open = true;
  target?.scrollIntoView();
  if (target?.matches('article')) target.focus({ preventScroll: true });
}

/** Marks the part that is being read in the contents. */
function markCurrent(): void {
  const links = new Map(
    Array.from(document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]'), (link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const first = entries.find(({ isIntersecting }) => isIntersecting);
      const link = first && links.get(first.target.id);
      if (!link) return;
      for (const other of links.values()) other.ariaCurrent = null;
      link.ariaCurrent = 'true';
    },
    { rootMargin: '-15% 0% -75%' },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
}
