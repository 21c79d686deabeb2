// Text as markup: escaping for HTML and XML, and `code`.

/** XML cannot represent these characters, not even escaped (https://www.w3.org/TR/xml/#charsets). */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** For text and for values of attributes, in HTML and in XML. */
export function escapeMarkup(text: string): string {
  return text
    .replace(NOT_IN_XML, '\u{FFFD}')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML in which `code` is marked, as in Markdown. */
export function inlineMarkup(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 === 1 ? `<code>${escapeMarkup(part)}</code>` : escapeMarkup(part),
    )
    .join('');
}
