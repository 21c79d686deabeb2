// Group commit: writes queued in one turn of the event loop share a transaction. A failed statement undoes only itself.
import type { Database } from 'better-sqlite3';

export function groupCommit(database: Database) {
  let queued: { run(): () => void; reject(reason: unknown): void }[] = [];
  const commit = database.transaction((writes: typeof queued) => writes.map(({ run }) => run()));
  function flush(): void {
    const writes = queued;
    queued = [];
    try {
      for (const settle of commit.immediate(writes)) settle();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }
  return <Value>(write: () => Value): Promise<Value> =>
    new Promise((resolve, reject) => {
      /** @returns what settles the promise after the commit. */
      function run(): () => void {
        try {
          const value = write();
          return () => resolve(value);
        } catch (error) {
          return () => reject(error);
        }
      }
      if (queued.length === 0) setImmediate(flush);
      queued.push({ run, reject });
    });
}
