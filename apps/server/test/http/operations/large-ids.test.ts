import Database from 'better-sqlite3';
import { startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile, fetchAllPages, post, postOnce } from './helpers.js';

const PET = { name: 'a', categoryId: 1 };

let server: TestServer;
let storeFile: ReturnType<typeof databaseFile>;
beforeEach(async () => {
  storeFile = databaseFile();
  server = await startServer({ file: storeFile.file });
});
afterEach(async () => {
  await server.close();
  storeFile.remove();
});

/** Inserts rows with large ids, which the server would assign only after 2^53 others. */
const INSERT = 'INSERT INTO pets (id, name, category_id) VALUES';

function write(sql: string): void {
  const database = new Database(storeFile.file);
  database.exec(sql);
  database.close();
}

describe('an id beyond 2^53', () => {
  test.each([
    ['9007199254740993', '9007199254740992'],
    ['9223372036854775807', '9223372036854775806'],
    ['-9223372036854775808', '-9223372036854775807'],
  ])('when it is %s, then its animal is found, and not that of %s', async (id, adjacent) => {
    write(`${INSERT} (${id}, 'this', ${id}), (${adjacent}, 'that', 1)`);
    const reply = await server.call(`/pets/${id}`);
    expect(reply.text).toBe(`{"id":${id},"name":"this","categoryId":${id}}`);
    write(`DELETE FROM pets WHERE id = ${id}`);
    expect((await server.call(`/pets/${id}`)).status).toBe(404);
  });

  test('when the server assigns it, then the response has it exactly', async () => {
    write(`${INSERT} (9007199254740992, 'before', 1)`);
    const created = await post(server, PET);
    expect(created.text).toBe('{"id":9007199254740993,"name":"a","categoryId":1}');
    const first = await postOnce(server, 'key', PET);
    const again = await postOnce(server, 'key', PET);
    expect(first.text).toBe('{"id":9007199254740994,"name":"a","categoryId":1}');
    expect(again.text).toBe(first.text);
  });

  test('when pages are followed, then no animal is missed', async () => {
    const ids = ['9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807'];
    write(`${INSERT} ${ids.map((id) => `(${id}, 'a', 1)`).join()}`);
    const pages = await fetchAllPages(server, '/pets?limit=1');
    expect(pages.map(({ text }) => /"id":(\d+)/.exec(text)?.[1])).toEqual(ids);
  });
});
