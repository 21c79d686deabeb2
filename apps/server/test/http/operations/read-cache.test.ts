// Pages and keys that were read are kept in memory until somebody writes, in this process or in another.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

let folder: string;
let server: TestServer;
/** What the operator's command line or anybody else has: a connection of its own. */
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

const namesAt = async (path: string) =>
  (await server.call(path)).json.map(({ name }: { name: string }) => name);

test('when an animal is added, then the very next listing has it, whatever was listed before', async () => {
  for (let number = 1; number <= 5; number += 1) {
    await server.call('/pets', {
      method: 'POST',
      json: { name: `${number}`, categoryId: 1, status: 'sold' },
    });
    for (const path of ['/pets', '/pets?status=sold', '/pets?limit=9']) {
      expect(await namesAt(path)).toHaveLength(number);
      expect(await namesAt(path)).toHaveLength(number);
    }
  }
});

test('when another process writes, then the very next listing shows it', async () => {
  expect(await namesAt('/pets')).toEqual([]);
  other.exec("INSERT INTO pets (name, category_id) VALUES ('from elsewhere', 1)");
  expect(await namesAt('/pets')).toEqual(['from elsewhere']);
  other.exec("UPDATE pets SET name = 'renamed elsewhere'");
  expect(await namesAt('/pets')).toEqual(['renamed elsewhere']);
});

test('when another process writes, then the very next request for that animal shows it', async () => {
  const nameOfFirst = async () => (await server.call('/pets/1')).json.name;
  expect((await server.call('/pets/1')).status).toBe(404);
  other.exec("INSERT INTO pets (id, name, category_id) VALUES (1, 'from elsewhere', 1)");
  expect(await nameOfFirst()).toBe('from elsewhere');
  expect(await nameOfFirst()).toBe('from elsewhere');
  other.exec("UPDATE pets SET name = 'renamed elsewhere'");
  expect(await nameOfFirst()).toBe('renamed elsewhere');
  other.exec('DELETE FROM pets');
  expect((await server.call('/pets/1')).status).toBe(404);
});

test('when a request is sent after another process has written, then it sees that, whatever the same turn asked before', async () => {
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
  const { key: fresh } = await server.issueKey('free'); // its first request waits for a write, and goes on behind it
  expect((await server.call('/pets/1', { key: fresh })).json.name).toBe('before');
  const [listed, revoked] = await Promise.all(late);
  expect(listed?.json[0]?.name).toBe('after');
  expect(revoked?.status).toBe(401);
});

test('when a page that is full gets a successor, then its link appears, and stays with each repetition', async () => {
  const add = () => server.call('/pets', { method: 'POST', json: { name: 'next', categoryId: 1 } });
  const linkOf = async () => (await server.call('/pets?limit=1')).headers.get('Link');
  await add();
  expect(await linkOf()).toBeNull();
  await add();
  const link = await linkOf();
  expect(link).toMatch(/rel="next"/);
  expect(await linkOf()).toBe(link);
});

test('when another process revokes a key, then the very next request with it is refused', async () => {
  const { id, key } = await server.issueKey('pro');
  expect((await server.call('/pets', { key })).status).toBe(200);
  other.prepare('UPDATE api_keys SET revoked_ms = 1 WHERE id = ?').run(id);
  expect((await server.call('/pets', { key })).status).toBe(401);
});

test('when this process revokes a key, then the very next request with it is refused', async () => {
  const { id, key } = await server.issueKey('pro');
  expect((await server.call('/pets', { key })).status).toBe(200);
  await server.store.keys.revoke(id, server.clock.nowMs);
  expect((await server.call('/pets', { key })).status).toBe(401);
});

test('when a remembered secret expires, then nobody need write for it to be refused', async () => {
  const { id, key } = await server.issueKey('pro');
  const { nowMs } = server.clock;
  await server.store.keys.rotate(id, Buffer.alloc(32, 1), nowMs, nowMs + 10_000);
  expect((await server.call('/pets', { key })).status).toBe(200);
  server.clock.advance(9);
  expect((await server.call('/pets', { key })).status).toBe(200);
  server.clock.advance(1);
  expect((await server.call('/pets', { key })).status).toBe(401);
});
