import { CONTRACT_FILE } from '../src/contract.js';
import { impactReport } from '../src/impact-report.js';
import { all, edited, rename, set, withFolder, write } from './support/edit.js';

jest.setTimeout(60_000); // it compiles the server

test('the report tells the changes, the types and the places of the server that no longer compile', async () => {
  const edit = all(
    set('components schemas Pet properties colour', { type: 'string' }),
    set('components schemas Pet required', ['id', 'name', 'categoryId', 'colour']),
    rename('components schemas Order properties quantity', 'amount'),
    set('components schemas Order required', ['id', 'petId', 'amount', 'shipDate', 'complete']),
  );
  const report = await withFolder(async (folder) =>
    impactReport(
      CONTRACT_FILE,
      await write(folder, 'openapi.yaml', await edited(edit)),
      'the base',
    ),
  );

  expect(report).toContain('Compared with the base.');
  expect(report).toMatch(/\| GET \/pets .*colour: added\./);
  expect(report).toMatch(
    /- `components\.schemas\.Pet` changed\n\n {2}```diff\n {2}\+ colour: string;/,
  );
  expect(report).not.toContain('`components.schemas.NewPet`');
  expect(report).toMatch(/- apps\/server\/src\/\S+\.ts:\d+ .*(?:colour|amount)/);
  expect(report).not.toContain('generated/');
});

test('an edit of the prose alone changes no type, and the server compiles', async () => {
  const edit = set('paths /pets get summary', 'List the animals');
  const report = await withFolder(async (folder) =>
    impactReport(
      CONTRACT_FILE,
      await write(folder, 'openapi.yaml', await edited(edit)),
      'the base',
    ),
  );
  expect(report).toContain('## Types of the SDK\n\nNone changed.');
  expect(report).toContain('## The server\n\nIt compiles.');
});
