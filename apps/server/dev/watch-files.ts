// File watcher: one watcher for each folder, since a watcher of a file loses it when an editor replaces it.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

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
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let wake = () => {};
  const onChange = (path: string) => {
    if (!isRelevant(path)) return;
    changed.add(path);
    wake();
  };
  signal.addEventListener('abort', () => wake());

  /** @param isNew whether the files of the folder have changed, too. */
  const watchFolder = async (folder: string, isNew: boolean): Promise<void> => {
    watchers.get(folder)?.close(); // of a folder that was deleted and created again
    const watcher = watch(folder, (event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      onChange(relative(root, path));
      if (event === 'rename') watchIfFolder(path, name);
    });
    watcher.on('error', () => watcher.close()); // the folder was deleted
    watchers.set(folder, watcher);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !IGNORED_FOLDER.test(entry.name)) await watchFolder(path, isNew);
      else if (isNew && entry.isFile()) onChange(relative(root, path));
    }
  };
  const watchIfFolder = async (path: string, name: string): Promise<void> => {
    const stats = await stat(path).catch(() => undefined); // undefined: it was deleted or renamed
    if (stats?.isDirectory() && !IGNORED_FOLDER.test(name))
      await watchFolder(path, true).catch(() => {});
  };

  try {
    await watchFolder(root, false);
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
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      }
      const batch = [...changed];
      changed.clear();
      yield batch;
    }
  } finally {
    for (const watcher of watchers.values()) watcher.close();
  }
}
