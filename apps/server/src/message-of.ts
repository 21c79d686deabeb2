// Owns the words for an error that is only told on.

/** What went wrong, in words: of whatever was thrown. */
export function messageOf(error: unknown): string {
  // Of several addresses that were tried, each has a reason of its own, and none is in the message.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map(messageOf).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
