// Texts of headers, checked before they are sent. Loaded on first use.

/** Characters that a header can carry: Latin-1 without control characters, and no space at either end. */
const HEADER_TEXT = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/** @throws TypeError if it is no text, or one that would be changed or refused on its way. */
export function assertHeaderText(label: string, text: unknown): asserts text is string {
  if (typeof text === 'string' && HEADER_TEXT.test(text)) return;
  throw new TypeError(
    `${label} must be Latin-1 text without control characters and without spaces at its ends`,
  );
}
