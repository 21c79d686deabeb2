// Another shop on the built engine: books, with a contract, a table and handlers of their own, on both databases.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeEachDatabase } from '../support/each-database.js';
import { createKeyApart, runCli } from '../support/run-cli.js';
import { startServerProcess } from '../support/start-server-process.js';

const SHOP = join(__dirname, '../books');
const ENTRY = join(SHOP, 'main.js');
const SOLARIS = { title: 'Solaris', author: 'Lem', year: 1961 };

async function expectBooks(database: string): Promise<void> {
  const options = { entry: ENTRY, env: { DATABASE_URL: database }, timeoutMs: 60_000 };
  const key = await createKeyApart(options, 'free');
  const server = await startServerProcess(options);
  const add = (book: unknown) =>
    server.call('/books', key, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(book),
    });
  const created = await add(SOLARIS);
  expect([created.status, await created.json()]).toEqual([201, { id: 1, ...SOLARIS }]);
  expect((await add({ title: 'Untitled' })).status).toBe(400);
  expect((await add({ title: 'Emma', author: 'Austen' })).status).toBe(201);
  const listed = await server.call('/books?author=Lem', key);
  expect(listed.headers.get('X-RateLimit-Limit')).toBe('30');
  expect(await listed.json()).toEqual([{ id: 1, ...SOLARIS }]);
  expect((await server.call('/pets', key)).status).toBe(404);
  await server.stop();
  const { stdout } = await runCli(['books', 'list', '--author', 'Lem', '--json'], options);
  expect(JSON.parse(stdout)).toMatchObject([{ title: 'Solaris' }]);
}

beforeAll(() => {
  execFileSync(process.execPath, ['--import', 'tsx', join(SHOP, 'build.js')]);
});

describeEachDatabase((database) => {
  test('when a shop keeps books, then the built engine serves it', () => expectBooks(database.url));
});
