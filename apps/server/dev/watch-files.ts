// File watcher: the events of chokidar, in batches.
import { once } from 'node:events';
import { relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';

/** A save writes several events, and a checkout several files. */
const SETTLE_MS = 40;
/** Installed packages, build outputs and data. */
const IGNORED_FOLDER = /^(?:\..*|coverage|data|dist|generated|node_modules)$/;

/**
 * Yields the changed files in batches, as paths relative to `root`. Changes during the work on a batch are in the next
 * one. The first batch is empty: from then on, no change is missed. Ends when `signal` is aborted.
 * @param isRelevant whether to report a path.
 */
export async function* watchFiles(
  root: string,
  isRelevant: (path: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const changed = new Set<string>();
  let wake = () => {};
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored(path, stats) {
      const name = relative(root, path);
      const isIgnored = name.split(sep).some((folder) => IGNORED_FOLDER.test(folder));
      return isIgnored || (stats?.isFile() === true && !isRelevant(name));
    },
  });
  watcher.on('all', (_event, path) => {
    const name = relative(root, path);
    if (!isRelevant(name)) return; // a folder
    changed.add(name);
    wake();
  });
  signal.addEventListener('abort', () => wake());
  try {
    await once(watcher, 'ready');
    yield [];
    while (!signal.aborted) {
      if (changed.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      for (let size = 0; size < changed.size; ) {
        size = changed.size;
        await pause(SETTLE_MS);
      }
      const batch = [...changed];
      changed.clear();
      yield batch;
    }
  } finally {
    await watcher.close();
  }
}
