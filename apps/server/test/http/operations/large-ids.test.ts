import Database from 'better-sqlite3';
import { startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile, post, postOnce, walk } from './helpers.js';

const PET = { name: 'a', categoryId: 1 };

let server: TestServer;
let stored: ReturnType<typeof databaseFile>;
beforeEach(async () => {
  stored = databaseFile();
  server = await startServer({ file: stored.file });
});
afterEach(async () => {
  await server.close();
  stored.remove();
});

/** Writes rows behind the service's back: it gives out identifiers one by one, and the large ones are far away. */
function write(sql: string): void {
  const database = new Database(stored.file);
  database.exec(sql);
  database.close();
}

describe('an identifier beyond 2^53 either way', () => {
  test.each([
    ['9007199254740993', '9007199254740992'],
    ['9223372036854775807', '9223372036854775806'],
    ['-9223372036854775808', '-9223372036854775807'],
  ])('%s finds that animal, and not its neighbour %s', async (id, neighbour) => {
    write(`INSERT INTO pets VALUES (${id}, 'this', ${id}, NULL), (${neighbour}, 'that', 1, NULL)`);
    const reply = await server.call(`/pets/${id}`);
    expect(reply.text).toBe(`{"id":${id},"name":"this","categoryId":${id}}`);
    write(`DELETE FROM pets WHERE id = ${id}`);
    expect((await server.call(`/pets/${id}`)).status).toBe(404);
  });

  test('that the service assigns is told in all its digits', async () => {
    write("INSERT INTO pets VALUES (9007199254740992, 'before', 1, NULL)");
    const created = await post(server, PET);
    expect(created.text).toBe('{"id":9007199254740993,"name":"a","categoryId":1}');
    const named = await postOnce(server, 'key', PET);
    const again = await postOnce(server, 'key', PET);
    expect(named.text).toBe('{"id":9007199254740994,"name":"a","categoryId":1}');
    expect(again.text).toBe(named.text);
  });

  test('leads from page to page without a loss', async () => {
    const ids = ['9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807'];
    write(`INSERT INTO pets VALUES ${ids.map((id) => `(${id}, 'a', 1, NULL)`).join()}`);
    const pages = await walk(server, '/pets?limit=1');
    expect(pages.map(({ text }) => /"id":(\d+)/.exec(text)?.[1])).toEqual(ids);
  });
});
