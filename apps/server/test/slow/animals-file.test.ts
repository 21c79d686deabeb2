// Import of the CSV file of animals that ANIMALS_CSV names. Its columns are name, categoryId, status; some names
// are missing.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEachImport } from '../cli/import/import-store.js';

const { ANIMALS_CSV } = process.env;
if (!ANIMALS_CSV) process.stdout.write('skipped: ANIMALS_CSV is not set\n');

(ANIMALS_CSV ? describe : describe.skip)('when the file', () => {
  const csv = ANIMALS_CSV ? readFileSync(ANIMALS_CSV, 'utf8') : '';
  const [header, ...lines] = csv.trimEnd().split(/\r?\n/);

  describeEachImport((store) => {
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
