// Untrusted text on one line of a terminal or a log.

/** Replaces control characters, line separators and bidi controls, which could overwrite other parts of the screen. */
export function printable(value: unknown): string {
  return String(value ?? '-').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?');
}
