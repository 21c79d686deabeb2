// Abort signals: one listener for each signal, and what the signals of React Native lack.

interface SharedListener {
  all: Set<() => void>;
  remove: () => void;
}

const listeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls `onAbort` when the signal is aborted. Platforms warn of many listeners on one signal, so all calls share one.
 * @returns A function that removes it.
 */
export function addAbortListener(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (!signal) return () => {};
  let shared = listeners.get(signal);
  if (!shared) {
    const all = new Set<() => void>();
    const notify = () => {
      for (const listener of all) listener();
    };
    signal.addEventListener('abort', notify);
    shared = { all, remove: () => signal.removeEventListener('abort', notify) };
    listeners.set(signal, shared);
  }
  const { all, remove } = shared;
  all.add(onAbort);
  return () => {
    if (!all.delete(onAbort) || all.size > 0) return;
    listeners.delete(signal); // a platform keeps a signal alive that has a listener
    remove();
  };
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
