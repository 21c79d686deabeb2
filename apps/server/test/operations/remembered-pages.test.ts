// Pages and keys that were read are kept in memory until somebody writes, in this process or in another.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startServer, type TestServer } from '../support/start-server.js';

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
    for (const path of ['/pets', '/pets?status=sold', '/pets?limit=100']) {
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
