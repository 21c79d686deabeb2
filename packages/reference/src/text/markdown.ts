// Markdown of the contract's descriptions as HTML. Tags in it are shown as text, and links cannot run scripts.
import { Marked } from 'marked';
import { escapeMarkup, Html } from './html.js';

/** Below the headings of the page. */
const TOP_LEVEL = 4;
const SAFE_LINK = /^(?:https?:|mailto:|[#/.])/i;

const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeMarkup(text),
    image: ({ text }) => escapeMarkup(text),
    heading({ tokens, depth }) {
      const level = Math.min(depth + TOP_LEVEL - 1, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return SAFE_LINK.test(href) ? `<a href="${escapeMarkup(href)}">${text}</a>` : text;
    },
  },
});

export function markdown(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : new Html(marked.parse(text, { async: false }));
}

/** Without paragraphs. */
export function inlineMarkdown(text: string): Html {
  return new Html(marked.parseInline(text.trim(), { async: false }));
}
