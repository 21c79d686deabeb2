// Abort signals: one listener for each signal, and what the signals of React Native lack.

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `onAbort` when the signal is aborted. Platforms warn of many listeners on one signal, so all calls share one.
 * @returns A function that removes it.
 */
export function addAbortListener(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (!signal) return () => {};
  const own = listeners.get(signal) ?? new Set();
  const notify = () => {
    for (const listener of own) listener();
  };
  if (!listeners.has(signal)) {
    listeners.set(signal, own);
    signal.addEventListener('abort', notify);
  }
  own.add(onAbort);
  return () => own.delete(onAbort);
}

/** The signal's reason. React Native's signals keep none. */
export function abortReason(signal: AbortSignal): unknown {
  if ('reason' in signal) return signal.reason;
  return Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' });
}

/** @throws The signal's reason, if it is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal);
}

/** Rejects with the signal's reason if it is aborted before the promise settles. Returns what is no promise as it is. */
export function rejectOnAbort<T>(
  value: T,
  signal: AbortSignal | undefined,
): T | Promise<Awaited<T>> {
  if (!signal || !(value instanceof Object)) return value;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal));
    const removeListener = addAbortListener(signal, abort);
    if (signal.aborted) abort();
    Promise.resolve(value).then(resolve, reject).finally(removeListener);
  });
}
