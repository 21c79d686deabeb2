// The CSV file of animals that ANIMALS_CSV names, over HTTP and by import. Its columns are name, categoryId, status; some names
// are missing.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEachDatabase } from '../cli/import/import-store.js';
import { pageSizes } from '../support/contract-values.js';
import { type CallOptions, startServer } from '../support/start-server.js';

const { ANIMALS_CSV } = process.env;
const CONNECTIONS = 64;
const { maxLimit } = pageSizes;

interface Row {
  name?: string;
  categoryId: number;
  status?: string;
}

/** The file has no quoted values. */
function toRow(line: string): Row {
  const [name, categoryId, status] = line.split(',');
  return { ...(name && { name }), categoryId: Number(categoryId), ...(status && { status }) };
}

if (!ANIMALS_CSV) process.stdout.write('skipped: ANIMALS_CSV is not set\n');

(ANIMALS_CSV ? describe : describe.skip)('when the file', () => {
  const csv = ANIMALS_CSV ? readFileSync(ANIMALS_CSV, 'utf8') : '';
  const [header, ...lines] = csv.trimEnd().split(/\r?\n/);

  test('is posted, then rows with a name are listed in order, and each other is a 400 for /name', async () => {
    const rows = lines.map(toRow);
    const named = rows.filter(({ name }) => name !== undefined);
    const nameless = rows.filter(({ name }) => name === undefined);
    const server = await startServer();
    const post = (json: Row) => server.call('/pets', { method: 'POST', json } as CallOptions);
    // one by one, so that ids are in the order of the rows
    for (const row of named) expect((await post(row)).status).toBe(201);
    for (let at = 0; at < nameless.length; at += CONNECTIONS)
      for (const { json } of await Promise.all(nameless.slice(at, at + CONNECTIONS).map(post)))
        expect(json).toMatchObject({
          code: 'invalid_request',
          details: [{ in: 'body', path: '/name' }],
        });
    const listed: unknown[] = [];
    for (let next: string | undefined = `/pets?limit=${maxLimit}`; next; ) {
      const reply = await server.call(next);
      listed.push(...reply.json);
      next = /<\/v1([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(listed).toEqual(named.map((row, index) => ({ id: index + 1, ...row })));
    await server.close();
  });

  describeEachDatabase((store) => {
    test('is imported, then each row with a name is stored in order, and the others are rejected', async () => {
      const file = await store.write('animals.csv', csv);
      const { stderr, exitCode } = await store.run('pets', 'import', file);
      expect(exitCode).toBe(0);
      process.stdout.write(`import: ${stderr.split('\n').at(-4)}\n`);
      const stored = await store.query('SELECT name, category_id, status FROM pets ORDER BY id');
      expect(stored.map((row) => [row.name, row.category_id, row.status ?? ''].join(','))).toEqual(
        lines.filter((line) => !line.startsWith(',')),
      );
      const rejects = lines.flatMap((line, index) =>
        line.startsWith(',') ? [`${index + 2},name,is required,${line}\n`] : [],
      );
      expect(await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8')).toBe(
        `#line,#field,#reason,${header}\n${rejects.join('')}`,
      );
    });
  });
});
