// Owns the percent-decoding of what stands in a URL.

/** Undefined if it cannot be decoded. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
