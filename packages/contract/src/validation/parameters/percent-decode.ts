// Percent-decoding of URL parts.

/** Returns undefined if the text is not valid percent-encoding. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
