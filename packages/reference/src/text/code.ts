// Code: boxes with its syntax colours, and the places in it that the page's script fills in.
import { BASE_URL } from '@animal-store/core/docs-files';
import type { Product } from '../product.js';
import { escapeMarkup, Html, html } from './html.js';

const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?<colon>\s*:)?|(?<word>\b(?:true|false|null|undefined|await|const|for|from|if|import|new|of|throw|curl)\b)|(?<number>(?<![\w-])-?\d+(?:\.\d+)?n?\b)/g;

/**
 * A box with code that can be copied.
 * @param label What the code is, in the name of its button: `Copy the command`.
 */
export function codeBox(
  site: { readonly baseUrl: string; readonly product: Product },
  code: string,
  label: string,
): Html {
  const variable = site.product.keyVariable;
  /** The API key: in a shell, in quotes of its own, and in JavaScript. */
  const keys = new RegExp(
    `\\$${variable}|process\\.env\\.${variable}(?: \\?\\? &#39;&#39;| \\?\\? '')?`,
    'g',
  );
  const baseUrl = escapeMarkup(site.baseUrl);
  const filled = highlight(code)
    .text.replaceAll(keys, (key) => `<span data-key="${escapeMarkup(key)}">${key}</span>`)
    .replaceAll(BASE_URL, `<span data-base>${baseUrl}</span>`);
  return html`<div class="code"><pre tabindex="0"><code>${new Html(filled)}</code></pre><button type="button" class="copy" aria-label="Copy ${label}">Copy</button></div>`;
}

/** Strings, numbers and keywords have colours. The page's script uses it for replies, too. */
export function highlight(code: string): Html {
  let end = 0;
  let text = '';
  for (const match of code.matchAll(TOKEN)) {
    const { string, colon = '', word, number } = match.groups ?? {};
    const kind = string ? (colon ? 'k' : 's') : word ? 'w' : 'n';
    const token = string ?? word ?? number ?? '';
    text += `${escapeMarkup(code.slice(end, match.index))}<i class="${kind}">${escapeMarkup(token)}</i>${colon}`;
    end = match.index + match[0].length;
  }
  return new Html(text + escapeMarkup(code.slice(end)));
}
