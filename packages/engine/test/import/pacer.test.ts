// Pacer: how long an import rests and how much it stores at once, by the load of the servers.
import { createPacer } from '../../src/import/pacer.js';
import type { ServerLoad } from '../../src/storage/store.js';

const WORK_MS = 30;

/** An import with a clock of its own, whose steps take 30 ms each. */
function startImport(loadAt: (nowMs: number) => ServerLoad) {
  let nowMs = 0;
  let restedMs = 0;
  const pacer = createPacer(async () => loadAt(nowMs), {
    nowMs: () => nowMs,
    async pause(ms) {
      nowMs += ms;
      restedMs += ms;
    },
  });
  return {
    pacer,
    /** @returns the share of the time in which the import worked. */
    async workFor(ms: number): Promise<number> {
      restedMs = 0;
      const startMs = nowMs;
      while (nowMs < startMs + ms) {
        nowMs += WORK_MS;
        await pacer.rest();
      }
      return 1 - restedMs / (nowMs - startMs);
    },
  };
}

test.each<[ServerLoad, number, number]>([
  ['none', 1, 2_000],
  ['idle', WORK_MS / (WORK_MS + 12), 1_000],
  ['busy', 0.1, 200],
])(
  'when the load is %s, then the import works %d of the time in steps of %d rows',
  async (load, share, rows) => {
    const { pacer, workFor } = startImport(() => load);
    expect(await workFor(10_000)).toBeCloseTo(share, 2);
    expect(pacer.batchRows()).toBe(rows);
  },
);

test('when the server becomes busy or idle again, then the import follows within a second', async () => {
  const { pacer, workFor } = startImport((nowMs) => (nowMs % 8_000 < 4_000 ? 'idle' : 'busy'));
  for (const rows of [1_000, 200, 1_000, 200]) {
    await workFor(1_000);
    expect(pacer.batchRows()).toBe(rows);
    await workFor(3_000);
  }
});
