// Another shop on the built engine: books, with a contract, a table and handlers of their own, on both databases.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase } from '../support/postgres.js';

const SHOP = join(__dirname, '../books');
const MAIN = join(SHOP, 'main.js');

const envOf = (database: string) => ({
  PATH: process.env.PATH,
  DATABASE_URL: database,
  PORT: '0',
});

function run(database: string, ...args: string[]): string {
  return execFileSync(process.execPath, [MAIN, ...args], {
    env: envOf(database),
    encoding: 'utf8',
  });
}

async function expectBooks(database: string): Promise<void> {
  const key = run(database, 'keys', 'create', '--plan', 'free', '--name', 'reader').trim();
  const server = spawn(process.execPath, [MAIN, 'serve'], { env: envOf(database) });
  try {
    let url = '';
    for await (const line of createInterface({ input: server.stdout })) {
      url = /"url":"([^"]+)".*"listening"/.exec(line)?.[1] ?? '';
      if (url !== '') break;
    }
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const add = (book: unknown) =>
      fetch(`${url}/books`, { method: 'POST', headers, body: JSON.stringify(book) });
    const solaris = { title: 'Solaris', author: 'Lem', year: 1961 };
    const created = await add(solaris);
    expect([created.status, await created.json()]).toEqual([201, { id: 1, ...solaris }]);
    expect((await add({ title: 'Untitled' })).status).toBe(400);
    expect((await add({ title: 'Emma', author: 'Austen' })).status).toBe(201);
    const listed = await fetch(`${url}/books?author=Lem`, { headers });
    expect(listed.headers.get('X-RateLimit-Limit')).toBe('30');
    expect(await listed.json()).toEqual([{ id: 1, ...solaris }]);
    expect((await fetch(`${url}/pets`, { headers })).status).toBe(404);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
  const printed: unknown = JSON.parse(run(database, 'books', 'list', '--author', 'Lem', '--json'));
  expect(printed).toMatchObject([{ title: 'Solaris' }]);
}

beforeAll(() => {
  execFileSync(process.execPath, ['--import', 'tsx', join(SHOP, 'build.js')]);
});

describe('in SQLite', () => {
  test('when a shop keeps books, then the built engine serves it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'book-store-'));
    await expectBooks(`file:${join(folder, 'books.db')}`);
    rmSync(folder, { recursive: true });
  });
});

describeIfService('PostgreSQL')('in PostgreSQL', () => {
  test('when a shop keeps books, then the built engine serves it', async () => {
    const database = await createDatabase();
    try {
      await expectBooks(database.url);
    } finally {
      await database.drop();
    }
  });
});
