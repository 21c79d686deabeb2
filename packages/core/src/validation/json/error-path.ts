// Path of an error: a JSON Pointer to what is wrong within its part of the request. Source: RFC 6901.

/** The names and indices that lead to a value inside its part of the request. */
export type ErrorPath = readonly (string | number)[];

/**
 * Lone surrogates become U+FFFD, because strict readers of JSON refuse them.
 * @param maxLength A longer pointer is truncated and ends in `…`. This also bounds the time that the call takes.
 */
export function formatPath(path: ErrorPath, maxLength = Number.POSITIVE_INFINITY): string {
  let text = '';
  for (const step of path) {
    const name = String(step).slice(0, maxLength); // escaping never shortens it
    text += `/${name
      .replace(/~/g, '~0')
      .replace(/\//g, '~1')
      .replace(/\p{Cs}/gu, '\ufffd')}`;
    if (text.length > maxLength) return shorten(text, maxLength).replace(/~…$/, '…');
  }
  return text;
}

/**
 * Truncates a text that is too long. The result ends in `…`, and no surrogate pair is split.
 * @param maxLength In UTF-16 code units.
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The key or index that a token of a JSON pointer stands for. */
export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
