// Import of a CSV file of animals over HTTP. ANIMALS_CSV is its path; the columns are name, categoryId, status.
import { readFileSync } from 'node:fs';
import { pageSizesOf } from '../support/contract-values.js';
import { type CallOptions, startServer } from '../support/start-server.js';

const { ANIMALS_CSV } = process.env;
const CONNECTIONS = 64;
const { maxLimit } = pageSizesOf('listPets');

interface Row {
  name?: string;
  categoryId: number;
  status?: string;
}

function readRows(file: string): Row[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  return lines.map((line) => {
    const [name, categoryId, status] = line.split(','); // the file has no quoted values
    return { ...(name && { name }), categoryId: Number(categoryId), ...(status && { status }) };
  });
}

const describeIfFile = ANIMALS_CSV ? describe : describe.skip;
if (!ANIMALS_CSV) process.stdout.write('skipped: ANIMALS_CSV is not set\n');

describeIfFile('when a CSV file of animals is posted to createPet', () => {
  test('then listPets returns every row with a name in order, and every other row is a 400 that names /name', async () => {
    const rows = readRows(ANIMALS_CSV ?? '');
    const server = await startServer();
    try {
      const named = rows.filter((row) => row.name !== undefined);
      const nameless = rows.filter((row) => row.name === undefined);
      const post = (json: Row): CallOptions => ({ method: 'POST', json });

      // one by one, so that ids are in the order of the rows
      for (const row of named) expect((await server.call('/pets', post(row))).status).toBe(201);
      let refused = 0;
      for (let at = 0; at < nameless.length; at += CONNECTIONS) {
        const batch = nameless.slice(at, at + CONNECTIONS);
        for (const reply of await Promise.all(
          batch.map((row) => server.call('/pets', post(row))),
        )) {
          expect(reply.json).toMatchObject({
            code: 'invalid_request',
            details: [{ in: 'body', path: '/name' }],
          });
          refused += 1;
        }
      }

      const listed: unknown[] = [];
      let pages = 0;
      for (let next: string | undefined = `/pets?limit=${maxLimit}`; next; pages += 1) {
        const reply = await server.call(next);
        listed.push(...reply.json);
        next = /<\/v1([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      }
      expect(listed).toEqual(named.map((row, index) => ({ id: index + 1, ...row })));
      process.stdout.write(
        `real-animals: ${rows.length} rows, ${listed.length} added and listed on ${pages} pages, ${refused} refused for /name\n`,
      );
    } finally {
      await server.close();
    }
  });
});
