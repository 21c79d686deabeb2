// The book store on both databases: what its handlers, its import and its command do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, createFile, type Database, run, serve } from './program.js';

const SOLARIS = { title: 'Solaris', author: 'Lem', year: 1961 };
const folder = mkdtempSync(join(tmpdir(), 'books-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['SQLite', createFile],
  ['PostgreSQL', createDatabase],
] as const)('on %s', (name, create) => {
  let database: Database | undefined;
  beforeAll(async () => {
    try {
      database = await create();
    } catch (error) {
      if (process.env.REQUIRE_SERVICES === '1') throw error;
      process.stdout.write(`${name} does not answer: skipped\n`);
    }
  });
  afterAll(() => database?.drop());

  test('when a shop keeps books, then the engine serves, imports, deletes and lists them', async () => {
    if (database === undefined) return;
    const key = await run(database, 'keys', 'create', '--plan', 'free', '--name', 'test');
    expect(key).toMatch(/^bk_live_/);
    const server = await serve(database);
    const call = async (path: string, body?: unknown) => {
      const response = await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await call('/books', SOLARIS)).toEqual({ status: 201, body: { id: 1, ...SOLARIS } });
    expect(await call('/books', { title: 'Untitled' })).toMatchObject({
      status: 400,
      body: { details: [{ in: 'body', path: '/author', code: 'required' }] },
    });
    const loan = { reader: 'Ada', dueDate: '2030-01-31' };
    const lent = { id: 1, bookId: 1, ...loan };
    expect(await call('/books/1/loans', loan)).toEqual({ status: 201, body: lent });
    expect(await call('/books/9/loans', loan)).toMatchObject({ status: 404 });
    expect(await call('/loans?bookId=1')).toEqual({ status: 200, body: [lent] });
    expect(await call('/pets')).toMatchObject({ status: 404 });
    const anonymous = await fetch(`${server.url}/books`);
    expect(anonymous.headers.get('WWW-Authenticate')).toBe('Bearer realm="books"');

    const rows = join(folder, `${name}.csv`);
    writeFileSync(rows, 'title,author,year\nEmma,Austen,1815\n,Nobody,1\n');
    await run(database, 'books', 'import', rows);
    expect(await call('/books?author=Austen')).toMatchObject({ body: [{ id: 2, title: 'Emma' }] });
    await run(database, 'books', 'delete', '2');
    await expect(run(database, 'books', 'delete', '1')).rejects.toThrow('is referred to by others');
    expect(await call('/books/2')).toMatchObject({ status: 404 });
    const page = await fetch(new URL('/docs', server.url)).then((reply) => reply.text());
    expect(page).toContain('Book Store');
    expect(page).toContain('Authorization: Bearer <span data-key="$BOOKS_KEY">');
    expect(page).toContain('placeholder="bk_pub_…"');
    expect(page).not.toMatch(/\bsdk\b|@animal-store|AnimalStore|ANIMAL_STORE|as_(?:pub|live)/i);
    expect(page).toContain('<form data-operation="createBook"'); // a live call, by fetch
    await server.stop();
    expect(JSON.parse(await run(database, 'books', 'list', '--json'))).toEqual([
      { id: 1, ...SOLARIS },
    ]);
  });
});
