// Platform: where the client runs, as far as its behavior depends on that.

/** Node.js, and what has its `process`: Bun, Deno, and servers with a DOM such as jsdom's. */
export function isServer(): boolean {
  const { process }: { process?: { versions?: { node?: string } } } = globalThis;
  return Boolean(process?.versions?.node);
}

/** A window, or a worker of a browser: other platforms have the globals of workers too, but not the user agent of browsers. */
export function isBrowser(): boolean {
  const { window, navigator } = globalThis;
  const isWorker =
    'WorkerGlobalScope' in globalThis && navigator?.userAgent?.startsWith('Mozilla/');
  return !isServer() && Boolean(window?.document || isWorker);
}
