// Header of a response, of which a platform may refuse to give one.

/** Undefined if the response has no such header, or does not let it be read, as in SvelteKit's `load`. */
export function readHeader(headers: Headers, name: string): string | undefined {
  try {
    return headers.get(name) ?? undefined;
  } catch {
    return undefined;
  }
}
