// Import of the CSV file of animals that ANIMALS_CSV names, in which only names are missing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEachDatabase } from '../cli/import/import-store.js';

const { ANIMALS_CSV } = process.env;
const testIfFile = ANIMALS_CSV ? test : test.skip;
if (!ANIMALS_CSV) process.stdout.write('skipped: ANIMALS_CSV is not set\n');

describeEachDatabase((store) => {
  testIfFile(
    'when the file is imported, then each row with a name is stored in order, and the others are rejected for it',
    async () => {
      const csv = await readFile(ANIMALS_CSV ?? '', 'utf8');
      const [header, ...lines] = csv.trimEnd().split(/\r?\n/);
      const file = await store.write('animals.csv', csv);
      const { stderr, exitCode } = await store.run('pets', 'import', file);
      expect(exitCode).toBe(0);
      process.stdout.write(`import-animals: ${stderr.split('\n').at(-4)}\n`);

      const named = lines.filter((line) => !line.startsWith(','));
      const stored = await store.query('SELECT name, category_id, status FROM pets ORDER BY id');
      expect(stored.map((row) => [row.name, row.category_id, row.status ?? ''].join(','))).toEqual(
        named,
      );
      const rejects = lines
        .map((line, index) => `${index + 2},name,is required,${line}\n`)
        .filter((_, index) => lines[index]?.startsWith(','));
      expect(await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8')).toBe(
        `#line,#field,#reason,${header}\n${rejects.join('')}`,
      );
    },
  );
});
