// Import lock: one import at a time on a database, beside a server or alone.
import { join } from 'node:path';
import {
  acquireImportLock,
  acquireServerLock,
  type DatabaseSetting,
  isServed,
} from '../../src/storage/create-store.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { useTempStore } from '../support/use-temp-store.js';

function defineTests(settingOf: () => DatabaseSetting): void {
  test('when an import is running, then another is refused until it ends', async () => {
    const release = await acquireImportLock(settingOf());
    await expect(acquireImportLock(settingOf())).rejects.toThrow('another import into');
    await release();
    await (await acquireImportLock(settingOf()))();
  });

  test('when a server starts or stops, then an import beside it knows', async () => {
    expect(await isServed(settingOf())).toBe(false);
    const server = await acquireServerLock(settingOf(), false);
    expect(await isServed(settingOf())).toBe(true);
    await server.release();
    expect(await isServed(settingOf())).toBe(false);
  });
}

describe('on a SQLite file', () => {
  const store = useTempStore();
  defineTests(() => ({ kind: 'sqlite', file: join(store.folder, 'store.db') }));
});

describeIfService('PostgreSQL')('on PostgreSQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());
  defineTests(() => ({ kind: 'postgres', url: database.url }));
});
