// Expiry of idempotency records when the clock is changed while the server runs, or was wrong at the start.
import { RecordAge } from '../../../../src/storage/sqlite/record-age.js';
import { createSqliteStore } from '../../../../src/storage/sqlite/sqlite-store.js';
import type { Store } from '../../../../src/storage/store.js';
import { databaseFile } from '../../../http/operations/helpers.js';

const HOUR_MS = 3_600_000;
const RETENTION_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 10, 20, 10);

let storeFile: ReturnType<typeof databaseFile>;
let store: Store;
let wallMs: number;
let uptimeMs: number;
beforeEach(() => {
  storeFile = databaseFile();
  wallMs = START_MS;
  uptimeMs = 0;
  open();
});
afterEach(async () => {
  await store.close();
  storeFile.remove();
});

function open(): void {
  store = createSqliteStore(
    storeFile.file,
    new RecordAge(
      () => wallMs,
      () => uptimeMs,
    ),
  );
}
async function restart(): Promise<void> {
  await store.close();
  open();
}
function advance(ms: number): void {
  wallMs += ms;
  uptimeMs += ms;
}
async function create(name: string): Promise<string> {
  const claim = { keyId: 'key', name, fingerprint: Buffer.from('1'), retentionMs: RETENTION_MS };
  return (await store.pets.create({ name: 'Hambone', categoryId: 7 }, claim)).outcome;
}

test('when the clock jumps a day ahead, then no record expires', async () => {
  await create('a');
  wallMs += 25 * HOUR_MS;
  expect([await create('b'), await create('a'), await create('b')]).toEqual([
    'created',
    'replayed',
    'replayed',
  ]);
  wallMs -= 25 * HOUR_MS;
  expect([await create('a'), await create('b')]).toEqual(['replayed', 'replayed']);
});

test('when the clock is a day ahead at the start, then records are kept for another retention period', async () => {
  await create('a');
  wallMs += 25 * HOUR_MS;
  await restart();
  expect([await create('b'), await create('a')]).toEqual(['created', 'replayed']);
  advance(RETENTION_MS - 1);
  expect(await create('a')).toBe('replayed');
  advance(1);
  expect(await create('a')).toBe('created');
});

test('when the clock was behind and is corrected, then new records are kept for the retention period', async () => {
  wallMs -= 25 * HOUR_MS;
  await restart();
  wallMs += 25 * HOUR_MS;
  await create('a');
  await restart();
  advance(RETENTION_MS - 1);
  expect(await create('a')).toBe('replayed');
});

test('when the clock is correct, then a record expires after the retention period', async () => {
  await create('a');
  advance(RETENTION_MS - 1);
  await restart();
  expect(await create('a')).toBe('replayed');
  advance(1);
  expect(await create('a')).toBe('created');
});
