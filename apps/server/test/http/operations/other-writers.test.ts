// Writes of other processes while the server runs, and ids that only they assign. What is cached: nodes/storage, cli/pets.test.ts.
import Database from 'better-sqlite3';
import { useServerOnFile } from '../../support/use-server.js';
import { fetchAllPages, post, postOnce } from './helpers.js';

const server = useServerOnFile();
/** A second connection, such as that of the operator's command line. */
let other: Database.Database;
beforeEach(async () => {
  other = new Database(server.file);
});
afterEach(() => other.close());

test('when another process revokes a key under load, then each request sent later is a 401', async () => {
  const { id, key } = await server.issueKey('enterprise', { perMinute: 1000, perDay: 1000 });
  const earlier: number[] = [];
  const later: number[] = [];
  let isRevoked = false;
  const client = async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const statuses = isRevoked ? later : earlier;
      statuses.push((await server.call('/pets', { key })).status);
      if (earlier.length < 120 || isRevoked) continue;
      other.prepare('UPDATE api_keys SET revoked_ms = 1 WHERE id = ?').run(id);
      isRevoked = true;
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  expect(new Set(earlier.slice(0, 120))).toEqual(new Set([200]));
  expect(later.length).toBeGreaterThan(10);
  expect(new Set(later)).toEqual(new Set([401]));
});

describe('an id beyond 2^53', () => {
  const PET = { name: 'a', categoryId: 1 };
  /** The server itself would assign these ids only after 2^53 others. */
  const insert = (ids: readonly string[]) =>
    other.exec(
      `INSERT INTO pets (id, name, category_id) VALUES ${ids.map((id) => `(${id}, 'n${id}', 1)`).join()}`,
    );

  test.each([
    ['9007199254740993', '9007199254740992'],
    ['9223372036854775807', '9223372036854775806'],
    ['-9223372036854775808', '-9223372036854775807'],
  ])('when it is %s, then its animal is found, and not that of %s', async (id, adjacent) => {
    insert([id, adjacent]);
    const reply = await server.call(`/pets/${id}`);
    expect(reply.text).toBe(`{"id":${id},"name":"n${id}","categoryId":1}`);
    other.exec(`DELETE FROM pets WHERE id = ${id}`);
    expect((await server.call(`/pets/${id}`)).status).toBe(404);
  });

  test('when the server assigns it, then each response and page has it exactly', async () => {
    insert(['9007199254740992']);
    const textOf = (id: bigint) => `{"id":${id},"name":"a","categoryId":1}`;
    expect((await post(server, PET)).text).toBe(textOf(9007199254740993n));
    for (let time = 0; time < 2; time += 1)
      expect((await postOnce(server, 'a', PET)).text).toBe(textOf(9007199254740994n));
    const pages = await fetchAllPages(server, '/pets?limit=1');
    expect(pages.map(({ text }) => /"id":(\d+)/.exec(text)?.[1])).toEqual([
      '9007199254740992',
      '9007199254740993',
      '9007199254740994',
    ]);
  });
});
