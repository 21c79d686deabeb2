// The age of idempotency records on a machine whose clock is set while the server runs, or was wrong when it started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdempotencyClock } from '@animal-store/engine/internal/storage/sqlite/idempotency-clock';
import type { Resources } from '../../../../src/tables.js';
import { claimOf } from '../../../support/each-store.js';
import { createSqliteStore, type Store } from '../../../support/open-stores.js';
import { START_MS } from '../../../support/start-time.js';

const HOUR_MS = 3_600_000;
const RETENTION_MS = 24 * HOUR_MS;

let folder: string;
let store: Store;
let wallMs: number;
let uptimeMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  wallMs = START_MS;
  uptimeMs = 0;
  open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function open(): void {
  store = createSqliteStore(
    join(folder, 'store.db'),
    createIdempotencyClock(
      () => wallMs,
      () => uptimeMs,
    ),
  );
}
async function restart(): Promise<void> {
  await store.close();
  open();
}
function pass(ms: number): void {
  wallMs += ms;
  uptimeMs += ms;
}
async function create(name: string): Promise<string> {
  const claim = { ...claimOf(name), retentionMs: RETENTION_MS };
  const work = async ({ pets }: Resources) => {
    const { id } = await pets.insert({ name: 'Hambone', categoryId: 7 });
    return { status: 201, headers: {}, body: `${id}` };
  };
  return (await store.once(claim, work)).outcome;
}

test('when the clock jumps a day ahead, then no record is forgotten', async () => {
  await create('a');
  wallMs += 25 * HOUR_MS;
  expect([await create('b'), await create('a'), await create('b')]).toEqual([
    'done',
    'replayed',
    'replayed',
  ]);
  wallMs -= 25 * HOUR_MS;
  expect([await create('a'), await create('b')]).toEqual(['replayed', 'replayed']);
});

test('when the clock is a day ahead at the start, then records are kept for one retention time', async () => {
  await create('a');
  wallMs += 25 * HOUR_MS;
  await restart();
  expect([await create('b'), await create('a')]).toEqual(['done', 'replayed']);
  pass(RETENTION_MS - 1);
  expect(await create('a')).toBe('replayed');
  pass(1);
  expect(await create('a')).toBe('done');
});

test('when the clock was behind and is set right, then new records are kept to their end over a restart', async () => {
  wallMs -= 25 * HOUR_MS;
  await restart();
  wallMs += 25 * HOUR_MS;
  await create('a');
  await restart();
  pass(RETENTION_MS - 1);
  expect(await create('a')).toBe('replayed');
});
