// Abort of a wait for a promise that does not know the signal.

/** Rejects with the signal's reason if it is aborted before the promise settles. Returns what is no promise as it is. */
export function rejectOnAbort<T>(
  value: T,
  signal: AbortSignal | undefined,
): T | Promise<Awaited<T>> {
  if (!signal || !(value instanceof Object)) return value;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
