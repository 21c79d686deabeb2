import { readFile } from 'node:fs/promises';
import { compare } from '../src/compare.js';
import { exportedTypes, TYPES_FILE } from '../src/exported-types.js';
import { impactReport } from '../src/impact-report.js';
import { CONTRACT_FILE, REPOSITORY } from '../src/repository.js';
import { add, all, type Edit, edited, remove, set, withFolder, write } from './support/edit.js';

/** Of an edit of the real contract: it is the real server that compiles, or not. */
async function reportOn(edit: Edit): Promise<string> {
  return withFolder(async (folder) => {
    const headFile = await write(folder, 'openapi.yaml', await edited(edit, CONTRACT_FILE));
    const exported = exportedTypes(await readFile(`${REPOSITORY}${TYPES_FILE}`, 'utf8'));
    const comparison = await compare(CONTRACT_FILE, headFile, { exported, announced: undefined });
    return impactReport({ comparison, base: 'the base', baseFile: CONTRACT_FILE, headFile });
  });
}

test('the report tells the changes, the types and the places of the server that no longer compile', async () => {
  const report = await reportOn(
    all(
      set('components schemas Pet properties colour', { type: 'string' }),
      add('components schemas Pet required', 'colour'),
      set('paths /nothing', {
        get: { operationId: 'getNothing', responses: { 204: { description: 'Nothing.' } } },
      }),
    ),
  );

  expect(report).toContain('Compared with the base.');
  expect(report).toMatch(/\| GET \/pets .*colour: added\./);
  expect(report).toMatch(
    /- `components\.schemas\.Pet` changed\n\n {2}```diff\n {2}\+ colour: string;/,
  );
  expect(report).not.toContain('`components.schemas.NewPet`');
  expect(report).toMatch(/- apps\/server\/src\/\S+\.ts:\d+ .*(?:\n {2,}.*)*colour/);
  expect(report).toMatch(
    /- apps\/server\/src\/operations\/index\.ts:\d+ .*\n(?: {2,}.*\n)*? {2,}.*'getNothing' is missing/,
  );
  expect(report).not.toContain('animal-store-impact-');
});

test('a schema that the SDK exports and that is gone is told by the file that names it', async () => {
  const report = await reportOn(
    all(
      remove('components schemas ErrorDetail'),
      set('components schemas Error properties details items', { type: 'object' }),
    ),
  );
  expect(report).toMatch(/- packages\/contract\/src\/schemas\.ts:\d+ .*'ErrorDetail'/);
  expect(report).toContain('the schema `ErrorDetail` is gone');
  expect(report).not.toContain('animal-store-impact-');
});

test('an edit of the prose alone changes no type, and the server compiles', async () => {
  const report = await reportOn(set('info title', 'Another title'));
  expect(report).toContain('## Types of the SDK\n\nNone changed.');
  expect(report).toContain('## The server\n\nIt compiles.');
});

test('the SDK exports each of the schemas that have a short name', async () => {
  const names = exportedTypes(await readFile(`${REPOSITORY}${TYPES_FILE}`, 'utf8'));
  const sdk = await readFile(`${REPOSITORY}packages/sdk/src/index.ts`, 'utf8');
  expect(names).not.toEqual([]);
  for (const name of names) expect(sdk).toMatch(new RegExp(`^ {2}${name},$`, 'm'));
});
