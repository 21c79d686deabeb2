// HTML of a release: the sentences of its CHANGELOG, and the changes of the contract with their effects.
import { escapeMarkup, inlineMarkup } from '../markup.js';
import type { Release, ReleaseChange } from './releases.js';

const EFFECTS: Readonly<Record<string, readonly [className: string, text: string]>> = {
  major: ['breaking', 'breaking'],
  minor: ['not-breaking', 'not breaking'],
  patch: ['unnoticed', 'no effect'],
  none: ['unnoticed', 'no effect'],
};

/** @param renderOperation Turns an operationId into HTML. */
export function renderRelease(
  { sentences, changes }: Release,
  renderOperation: (id: string) => string,
): string {
  const items = sentences.map((text) => `<li>${inlineMarkup(text)}</li>`);
  const rated = changes.map((change) => renderChange(change, renderOperation));
  return [
    items.length > 0 ? `<ul>${items.join('')}</ul>` : '',
    rated.length > 0
      ? `<h3>Changes of the contract</h3><ul class="changes">${rated.join('')}</ul>`
      : '',
    items.length + rated.length === 0 ? '<p>Nothing that clients can notice.</p>' : '',
  ].join('');
}

function renderChange(
  { message, why, wire, source, operations }: ReleaseChange,
  renderOperation: (id: string) => string,
): string {
  const names = operations.map(renderOperation).join(', ');
  return [
    '<li>',
    `<p>${inlineMarkup(message)}</p>`,
    `<p>${inlineMarkup(why)}</p>`,
    `<p>${renderEffect('Wire', wire)} ${renderEffect('Source', source)}`,
    names && ` <span>Operations: ${names}</span>`,
    '</p></li>',
  ].join('');
}

function renderEffect(side: string, level: string): string {
  const [className, text] = EFFECTS[level] ?? ['unnoticed', level];
  return `<span class="${className}">${side}: ${escapeMarkup(text)}</span>`;
}
