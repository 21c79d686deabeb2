import { decide } from '../src/decision/decide.js';
import { compare } from '../src/diff/compare.js';
import { impactReport } from '../src/impact/impact-report.js';
import { CONTRACT_FILE } from '../src/repository.js';
import { UNDECIDED } from './support/decide-edits.js';
import {
  all,
  CONTEXT,
  type Edit,
  edited,
  remove,
  set,
  withFolder,
  write,
} from './support/edit-contract.js';

/** The report on an edit of the real contract, compiled with the real server. */
async function reportOn(edit: Edit): Promise<string> {
  return withFolder(async (folder) => {
    const headFile = await write(folder, 'openapi.yaml', await edited(edit, CONTRACT_FILE));
    const comparison = compare(CONTRACT_FILE, headFile, CONTEXT).then((found) =>
      decide(found, UNDECIDED),
    );
    return impactReport({ comparison, base: 'the base', baseFile: CONTRACT_FILE, headFile });
  });
}

test('when a schema and an operation change, then the report has the changes, types and compile errors', async () => {
  const report = await reportOn(
    all(
      set('components schemas Pet properties colour', { type: 'string' }),
      set('paths /nothing', {
        get: { operationId: 'getNothing', responses: { 204: { description: 'Nothing.' } } },
      }),
    ),
  );

  expect(report).toContain('Compared with the base.');
  expect(report).toMatch(/\| GET \/pets .*colour: added\./);
  expect(report).toMatch(
    /- `components\.schemas\.Pet` changed\n\n {2}```diff\n {2}\+ colour\?: string;/,
  );
  expect(report).not.toContain('`components.schemas.NewPet`');
  expect(report).toMatch(/- apps\/server\/src\/tables\.ts:\d+ .*(?:\n {2,}.*)*colour/);
  expect(report).toMatch(
    /- apps\/server\/src\/operations\/index\.ts:\d+ .*(?:\n {2,}.*)*'getNothing' is missing/,
  );
  expect(report).not.toContain('animal-store-impact-');
});

test('when an operation is added, then its missing handler is all that the server lacks', async () => {
  const operation = { operationId: 'getNothing', responses: { 204: { description: 'Nothing.' } } };
  const report = await reportOn(set('paths /nothing', { get: operation }));
  const [, server = ''] = report.split('## Server');
  const errors = server.match(/^- .*$/gm) ?? [];
  expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) expect(error).toContain("'getNothing' is missing");
});

test('when an exported schema is removed, then the report names it', async () => {
  const report = await reportOn(
    all(
      remove('components schemas PetStatus'),
      set('paths /pets get parameters 1 schema', { type: 'string' }),
      set('components schemas NewPet properties status', { type: 'string' }),
      set('components schemas Pet properties status', { type: 'string' }),
    ),
  );
  expect(report).toContain('- `components.schemas.PetStatus` removed');
  expect(report).toContain('the schema `PetStatus` no longer exists');
  expect(report).not.toContain('animal-store-impact-');
});
