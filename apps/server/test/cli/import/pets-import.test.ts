// `pets import`: what is stored, what is rejected, and what the operator reads.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { petStatuses, TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { createKey } from '../../support/run-cli.js';
import { describeEachImport } from './import-store.js';

const CSV = `name,categoryId,status
Hambone,1,available
,2,pending
"Emily, the ""great""",9223372036854775807,
Rex,1.5,lost
Rex
"Two
lines",2,
Max,0,sold
`;
const REJECTS = `#line,#field,#reason,name,categoryId,status
3,name,is required,,2,pending
5,categoryId; status,"must be of type integer; must be one of ${petStatuses().join(', ')}",Rex,1.5,lost
6,,must have 3 values (got 1),Rex
7,name,must match the pattern ^[^\\x00-\\x1f\\x7f-\\x9f]*$,"Two
lines",2,
`;

describeEachImport((store) => {
  const animals = () =>
    store.query(
      'SELECT id, name, CAST(category_id AS TEXT) AS category, status FROM pets ORDER BY id',
    );
  const names = async () => (await animals()).map(({ name }) => name);

  test('when a CSV file has invalid rows, then others are stored in order, and these are in the rejects file', async () => {
    const file = await store.write('animals.csv', CSV);
    const { stdout, stderr, exitCode } = await store.run('pets', 'import', file);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr).toContain('line 3: name is required\n');
    expect(stderr).toContain('line 6: the row must have 3 values (got 1)\n');
    expect(stderr).toMatch(
      /\nanimals: 3 imported, 4 rejected, in \d+\.\d s \([\d,]+ rows\/s\)\.\n/,
    );
    expect(stderr).toContain('1  name is required\n');
    expect(await animals()).toMatchObject([
      { name: 'Hambone', category: '1', status: 'available' },
      { name: 'Emily, the "great"', category: '9223372036854775807', status: null },
      { name: 'Max', category: '0', status: 'sold' },
    ]);
    expect(await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8')).toBe(REJECTS);
  });

  test('when a rejects file is corrected, then it can be imported as it is', async () => {
    await store.run('pets', 'import', await store.write('animals.csv', CSV));
    const rejects = join(store.folder, 'animals.rejects.csv');
    const corrected = (await readFile(rejects, 'utf8')).replace('required,,2', 'required,Molly,2');
    await store.write('animals.rejects.csv', corrected);
    const { stderr } = await store.run('pets', 'import', rejects);
    expect(stderr).toContain('animals: 1 imported, 3 rejected');
    expect((await names()).at(-1)).toBe('Molly');
    const second = await readFile(join(store.folder, 'animals.rejects.rejects.csv'), 'utf8');
    expect(second).toBe(
      REJECTS.replace('3,name,is required,,2,pending\n', '')
        .replace('\n5,', '\n3,')
        .replace('\n6,,must have 3 values (got 1)', '\n4,,must have 6 values (got 4)')
        .replace('\n7,', '\n5,'),
    );
  });

  test('when all rows are valid, then a server lists them at once, and there is no rejects file', async () => {
    const key = await createKey(store.options);
    const server = await store.open();
    const animals = async () => (await server.call('/pets', key)).json();
    expect(await animals()).toEqual([]);
    const file = await store.write('animals.csv', '\ufeffcategoryId,name\r\n1,Rex\r\n\r\n2,Max');
    const { stderr } = await store.run('pets', 'import', file);
    expect(stderr).toContain('animals: 2 imported, 0 rejected');
    expect(existsSync(join(store.folder, 'animals.rejects.csv'))).toBe(false);
    expect(await animals()).toEqual([
      { id: 1, name: 'Rex', categoryId: 1 },
      { id: 2, name: 'Max', categoryId: 2 },
    ]);
  });

  test('when a file was imported, then it is imported again only with --again', async () => {
    const file = await store.write('animals.csv', 'name,categoryId\nRex,1\n');
    await store.run('pets', 'import', file);
    const copy = await store.write('copy.csv', 'name,categoryId\nRex,1\n');
    for (const path of [file, copy]) {
      const { stderr, exitCode } = await store.run('pets', 'import', path);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /^animal-store: \S+ was imported on 20\S+Z \(1 imported, 0 rejected\); use --again to import it once more\n$/,
      );
    }
    expect((await store.run('pets', 'import', file, '--again')).exitCode).toBe(0);
    expect(await names()).toEqual(['Rex', 'Rex']);
  });

  test('when NDJSON has invalid lines, then the rejects file has each with its reason', async () => {
    const lines = [
      '{"name":"Rex","categoryId":9007199254740993}',
      '  ',
      '{"name":"Rex","name":"Max","categoryId":1}',
      '{"name":"Rex","categoryId":1,"__proto__":{}}',
      'nonsense "text"',
      '[]',
      '{}',
      `{"name":"${'x'.repeat(TOO_LARGE_BYTES)}","categoryId":1}`,
      '{"name":"Rex","categoryId":1,"\\u001b[2J":1}',
      '{"name":"Last","categoryId":1}',
    ];
    const file = await store.write('animals.ndjson', lines.join('\r\n'));
    const rejects = join(store.folder, 'bad.ndjson');
    const { stderr } = await store.run('pets', 'import', file, '--rejects', rejects);
    expect(stderr).toContain('animals: 2 imported, 7 rejected');
    expect(stderr).toContain('line 9: ?[2J is not a known property\n');
    const written = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
    expect(written.slice(0, 5)).toEqual([
      '{"#line":3,"#field":"name","#reason":"is given more than once","name":"Rex","name":"Max","categoryId":1}',
      '{"#line":4,"#field":"__proto__","#reason":"is not a known property","name":"Rex","categoryId":1,"__proto__":{}}',
      '{"#line":5,"#field":"","#reason":"is not valid JSON","#text":"nonsense \\"text\\""}',
      '{"#line":6,"#field":"","#reason":"must be of type object","#text":"[]"}',
      '{"#line":7,"#field":"name; categoryId","#reason":"is required; is required"}',
    ]);
    expect(written[5]).toContain(`"#reason":"is larger than ${TOO_LARGE_BYTES - 1} bytes"`);
    expect((await animals()).map(({ category }) => category)).toEqual(['9007199254740993', '1']);
    const again = await store.run('pets', 'import', rejects);
    expect(again.stderr).toContain('animals: 0 imported, 7 rejected');
    expect(again.stderr).toContain('line 3: the row is not valid JSON');
  });
});
