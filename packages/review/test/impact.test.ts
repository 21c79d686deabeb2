import { decide } from '../src/decision/decide.js';
import { compare } from '../src/diff/compare.js';
import { impactReport } from '../src/impact/impact-report.js';
import { CONTRACT_FILE } from '../src/repository.js';
import { UNDECIDED } from './support/decide-edits.js';
import { all, CONTEXT, edited, remove, set, withFolder, write } from './support/edit-contract.js';

test('when schemas and operations change, then the report has the changes, types and compile errors', async () => {
  const edit = all(
    set('components schemas Pet properties colour', { type: 'string' }),
    set('paths /nothing', {
      get: { operationId: 'getNothing', responses: { 204: { description: 'Nothing.' } } },
    }),
    remove('components schemas PetStatus'),
    set('paths /pets get parameters 1 schema', { type: 'string' }),
    set('components schemas NewPet properties status', { type: 'string' }),
    set('components schemas Pet properties status', { type: 'string' }),
  );
  // The real contract, compiled with the real server.
  const report = await withFolder(async (folder) => {
    const headFile = await write(folder, 'openapi.yaml', await edited(edit, CONTRACT_FILE));
    const compared = compare(CONTRACT_FILE, headFile, CONTEXT);
    const comparison = compared.then((found) => decide(found, UNDECIDED));
    const files = { baseFile: CONTRACT_FILE, headFile, folder };
    return impactReport({ comparison, base: 'the base', ...files });
  });

  expect(report).toContain('Compared with the base.');
  expect(report).toMatch(/\| GET \/pets .*colour: added\./);
  expect(report).toMatch(
    /- `components\.schemas\.Pet` changed\n\n {2}```diff\n(?: {2}.*\n)* {2}\+ colour\?: string;/,
  );
  expect(report).toContain('- `components.schemas.PetStatus` removed');
  expect(report).toContain('the schema `PetStatus` no longer exists');
  expect(report).not.toContain('`components.schemas.Order`');
  expect(report).toMatch(/- apps\/server\/src\/tables\.ts:\d+ .*(?:\n {2,}.*)*colour/);
  expect(report).toMatch(
    /- apps\/server\/src\/operations\/index\.ts:\d+ .*(?:\n {2,}.*)*'getNothing' is missing/,
  );
  expect(report).not.toContain('animal-store-review-');
});
