// Boxes with code, and the places in it that the page's script fills in.

import { highlight } from './highlight.js';
import { type Child, escapeMarkup, Html, html } from './html.js';
import { BASE_URL } from './samples.js';

/** The API key: in a shell, in quotes of its own, and in JavaScript. */
const KEY = /\$ANIMAL_STORE_KEY|process\.env\.ANIMAL_STORE_KEY(?: \?\? &#39;&#39;| \?\? '')?/g;

/**
 * A box with code that can be copied.
 * @param label What the code is, in the name of its button: `Copy the command`.
 * @param baseUrl Stands for `{baseUrl}` until the script knows better.
 */
export function codeBox(
  code: string,
  { label, baseUrl = '', attributes }: { label: string; baseUrl?: string; attributes?: Child },
): Html {
  const filled = highlight(code)
    .text.replaceAll(KEY, (key) => `<span data-key="${escapeMarkup(key)}">${key}</span>`)
    .replaceAll(BASE_URL, `<span data-base>${escapeMarkup(baseUrl)}</span>`);
  return html`<div class="code"${attributes}><pre tabindex="0"><code>${new Html(filled)}</code></pre><button type="button" class="copy" aria-label="Copy ${label}">Copy</button></div>`;
}
