// Cursors of the mock: opaque, and valid only for the listing that they were issued for.

export class Cursors {
  readonly #issued = new Map<string, { listing: string; after: bigint }>();

  /** The same cursor for the same page, so that the keys of a cache stay the same. */
  issue(after: bigint, listing: string): string {
    const cursor = `${after.toString(36)}.${hash(`${listing}#${after}`)}`;
    this.#issued.set(cursor, { listing, after });
    return cursor;
  }

  /** The id after which the page starts; undefined if the cursor was not issued for this listing. */
  read(cursor: unknown, listing: string): bigint | undefined {
    const issued = this.#issued.get(String(cursor));
    return issued?.listing === listing ? issued.after : undefined;
  }
}

/** FNV-1a, so that cursors of two listings differ. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum.toString(36);
}
