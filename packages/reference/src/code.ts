// Boxes with code, and the places in it that the page's script fills in.

import { highlight } from './highlight.js';
import { escapeMarkup, Html, html } from './html.js';
import { BASE_URL } from './samples.js';
import type { Site } from './site.js';

/** The API key: in a shell, in quotes of its own, and in JavaScript. */
const KEY = /\$ANIMAL_STORE_KEY|process\.env\.ANIMAL_STORE_KEY(?: \?\? &#39;&#39;| \?\? '')?/g;

interface CodeOptions {
  /** What the code is, in the name of its button: `Copy the command`. */
  label: string;
  /** Of the button that shows the code, if it is one of several. */
  choice?: string;
  isShown?: boolean;
}

/** A box with code that can be copied. */
export function codeBox(site: Site, code: string, { label, choice, isShown }: CodeOptions): Html {
  const baseUrl = escapeMarkup(site.document.servers[0].url);
  const filled = highlight(code)
    .text.replaceAll(KEY, (key) => `<span data-key="${escapeMarkup(key)}">${key}</span>`)
    .replaceAll(BASE_URL, `<span data-base>${baseUrl}</span>`);
  const attributes = choice && html` data-choice="${choice}"${isShown && html` data-shown`}`;
  return html`<div class="code"${attributes}><pre tabindex="0"><code>${new Html(filled)}</code></pre><button type="button" class="copy" aria-label="Copy ${label}">Copy</button></div>`;
}
