// Read cache of pages and keys. Writes of this process and of others must invalidate it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

let folder: string;
let server: TestServer;
/** A second connection, such as that of the operator's command line. */
let other: Database.Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  const file = join(folder, 'store.db');
  server = await startServer({ file });
  other = new Database(file);
});
afterEach(async () => {
  other.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const namesIn = async (path: string) =>
  (await server.call(path)).json.map(({ name }: { name: string }) => name);

test('when an animal is added, then the next list request has it', async () => {
  for (let number = 1; number <= 5; number += 1) {
    await server.call('/pets', {
      method: 'POST',
      json: { name: `${number}`, categoryId: 1, status: 'sold' },
    });
    for (const path of ['/pets', '/pets?status=sold', '/pets?limit=9']) {
      expect(await namesIn(path)).toHaveLength(number);
      expect(await namesIn(path)).toHaveLength(number);
    }
  }
});

test('when another process writes, then the next list request has the change', async () => {
  expect(await namesIn('/pets')).toEqual([]);
  other.exec("INSERT INTO pets (name, category_id) VALUES ('from another process', 1)");
  expect(await namesIn('/pets')).toEqual(['from another process']);
  other.exec("UPDATE pets SET name = 'renamed by another process'");
  expect(await namesIn('/pets')).toEqual(['renamed by another process']);
});

test('when another process writes, then the next request for that animal has the change', async () => {
  const nameOfFirst = async () => (await server.call('/pets/1')).json.name;
  expect((await server.call('/pets/1')).status).toBe(404);
  other.exec("INSERT INTO pets (id, name, category_id) VALUES (1, 'from another process', 1)");
  expect(await nameOfFirst()).toBe('from another process');
  expect(await nameOfFirst()).toBe('from another process');
  other.exec("UPDATE pets SET name = 'renamed by another process'");
  expect(await nameOfFirst()).toBe('renamed by another process');
  other.exec('DELETE FROM pets');
  expect((await server.call('/pets/1')).status).toBe(404);
});

test('when another process has written, then a later request in the same tick sees it', async () => {
  const { id, key } = await server.issueKey('enterprise', { perMinute: 1000, perDay: 1000 });
  await server.call('/pets', { method: 'POST', json: { name: 'before', categoryId: 1 } });
  for (const known of [key, server.key]) await server.call('/pets', { key: known });
  const get = server.store.pets.get.bind(server.store.pets);
  const late: Promise<TestResponse>[] = [];
  jest.spyOn(server.store.pets, 'get').mockImplementationOnce(async (pet) => {
    const found = await get(pet);
    other.exec("UPDATE pets SET name = 'after'");
    other.prepare('UPDATE api_keys SET revoked_ms = 1 WHERE id = ?').run(id);
    late.push(server.call('/pets'), server.call('/pets', { key }));
    return found;
  });
  const { key: fresh } = await server.issueKey('free'); // its first request waits for a write and reads after it
  expect((await server.call('/pets/1', { key: fresh })).json.name).toBe('before');
  const [listed, revoked] = await Promise.all(late);
  expect(listed?.json[0]?.name).toBe('after');
  expect(revoked?.status).toBe(401);
});

test('when a full page gets a next page, then its link appears and stays', async () => {
  const add = () => server.call('/pets', { method: 'POST', json: { name: 'next', categoryId: 1 } });
  const linkOf = async () => (await server.call('/pets?limit=1')).headers.get('Link');
  await add();
  expect(await linkOf()).toBeNull();
  await add();
  const link = await linkOf();
  expect(link).toMatch(/rel="next"/);
  expect(await linkOf()).toBe(link);
});

test('when another process revokes a key, then the next request with it is a 401', async () => {
  const { id, key } = await server.issueKey('pro');
  expect((await server.call('/pets', { key })).status).toBe(200);
  other.prepare('UPDATE api_keys SET revoked_ms = 1 WHERE id = ?').run(id);
  expect((await server.call('/pets', { key })).status).toBe(401);
});

test('when this process revokes a key, then the next request with it is a 401', async () => {
  const { id, key } = await server.issueKey('pro');
  expect((await server.call('/pets', { key })).status).toBe(200);
  await server.store.keys.revoke(id, server.clock.nowMs);
  expect((await server.call('/pets', { key })).status).toBe(401);
});

test('when a cached secret expires, then it is a 401 without another write', async () => {
  const { id, key } = await server.issueKey('pro');
  const { nowMs } = server.clock;
  await server.store.keys.rotate(id, Buffer.alloc(32, 1), nowMs, nowMs + 10_000);
  expect((await server.call('/pets', { key })).status).toBe(200);
  server.clock.advance(9);
  expect((await server.call('/pets', { key })).status).toBe(200);
  server.clock.advance(1);
  expect((await server.call('/pets', { key })).status).toBe(401);
});
