// Texts of reports: names and values of a contract, policy or usage file on one line, for a terminal and for Markdown.

/** One line, without characters that could overwrite other parts of the screen. */
export function printable(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?');
}

/** Markdown in which `code` stays code, and all other characters stand for themselves. */
export function toMarkdown(text: string): string {
  return printable(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\`*_[\]<>&~]/g, '\\$&')))
    .join('');
}
