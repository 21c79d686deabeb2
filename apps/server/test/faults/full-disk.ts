// A small disk in memory that a test fills.
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../support/describe-if-tool.js';

export interface SmallDisk {
  folder: string;
  /** Writes a file of at most so many bytes, until no byte fits. */
  fill(bytes?: number): void;
  /** Removes what `fill` has written. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

export async function mountSmallDisk(options: string): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-disk-'));
  runTool('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(bytes = Number.POSITIVE_INFINITY) {
      const descriptor = openSync(ballast, 'a');
      let left = bytes;
      for (let size = 65_536; size >= 1 && left > 0; ) {
        try {
          left -= writeSync(descriptor, Buffer.alloc(Math.min(size, left), 1));
        } catch {
          size /= 2;
        }
      }
      closeSync(descriptor);
    },
    free: () => rm(ballast),
    async unmount() {
      runTool('umount', folder);
      await rmdir(folder);
    },
  };
}
