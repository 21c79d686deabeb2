// Error messages for logs and the command line, from any thrown value.

export function errorMessage(error: unknown): string {
  // After a failed connection to several addresses, each has its own error; the outer message contains none of them.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map(errorMessage).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
