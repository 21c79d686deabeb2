// The recipes of docs/recipes.md, applied to a copy of the repository one after the other.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CopiedServer, copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';
import { type Recipe, readRecipes } from '../support/read-recipes.js';

/** The most files that a recipe may touch. */
const MAX_FILES: Readonly<Record<string, number>> = {
  'Add an operation': 3,
  'Add a stored property': 4,
  'Add a resource': 8,
};
const PROBE = 'apps/server/probe';
const recipes = readRecipes();

/** One test runs all tests of modules and of the HTTP interface. */
jest.setTimeout(1_200_000);

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
});
afterAll(() => tree?.remove());

async function apply({ edits }: Recipe): Promise<void> {
  for (const { file, apply: edit } of edits) {
    const text = await readFile(join(tree.folder, file), 'utf8').catch(() => undefined);
    await tree.write(file, edit(text));
  }
}

/** @throws an Error with the tool's output if it fails. */
async function run(folder: string, tool: string, ...args: string[]): Promise<void> {
  const { output, exitCode } = await tree.run(folder, tool, ...args);
  if (exitCode !== 0) throw new Error(`${tool} ${args.join(' ')} in ${folder}:\n${output}`);
}

test('there is a recipe for an operation, a property and a resource', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(MAX_FILES));
});

describe.each(recipes)('when the recipe "$title" is followed', (recipe) => {
  test('then it edits few files', () => {
    const files = new Set(recipe.edits.map(({ file }) => file));
    expect(files.size).toBeLessThanOrEqual(MAX_FILES[recipe.title] ?? 0);
  });

  test('then the contract passes the linter', async () => {
    await apply(recipe);
    const { output } = await tree.run('packages/review', 'tsx', 'src/main.ts', 'lint');
    expect(output).toBe('The contract has no problems.\n');
  });

  test('then contract, SDK and server are built', async () => {
    for (const folder of ['packages/contract', 'packages/sdk']) {
      await tree.script(folder, 'generate');
      await tree.script(folder, 'build');
    }
    await tree.script('packages/reference', 'build');
    await tree.script('apps/server', 'build');
  });
});

describe('when all recipes are followed', () => {
  test('then the sources pass the linter, and tests compile, too', async () => {
    await run('.', 'biome', 'check', '--error-on-warnings', '.');
    for (const folder of ['contract', 'sdk', 'reference', 'review'])
      await tree.script(`packages/${folder}`, 'typecheck');
    await tree.script('apps/server', 'typecheck');
  });

  test('then no test of a module or of the HTTP interface fails', async () => {
    for (const folder of ['packages/contract', 'packages/sdk'])
      await run(folder, 'jest', '--silent');
    await run('apps/server', 'jest', '--silent', 'test/unit', 'test/http');
  });

  test('then the package of the SDK can be published', async () => {
    await tree.script('tools/release', 'package');
  });

  describe('on SQLite', () => useSdk(() => tree.start()));

  describeIfService('PostgreSQL')('on PostgreSQL', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createSchema();
    });
    afterAll(() => database?.drop());
    useSdk(() => tree.start({ DATABASE_URL: database.url }));
  });
});

function useSdk(start: () => Promise<CopiedServer>): void {
  let server: CopiedServer;
  beforeAll(async () => {
    server = await start();
    await tree.write(`${PROBE}/use.mts`, USE);
    await tree.write(
      `${PROBE}/tsconfig.json`,
      '{ "extends": "../../../tsconfig.base.json", "compilerOptions": { "outDir": "out" } }',
    );
    expect(await tree.run(PROBE, 'tsc')).toEqual({ output: '', exitCode: 0 });
  });
  afterAll(() => server?.stop());

  test('then the SDK has the new methods and properties', async () => {
    const { output } = await tree.run(PROBE, 'tsx', 'out/use.mjs', server.url, server.key);
    expect(output.trim().split('\n')).toEqual([
      'business',
      '2020-02-29 2020-02-29 undefined',
      '{"id":1,"name":"Dogs"} {"id":1,"name":"Dogs"}',
    ]);
  });
}

/** Each line of its output is checked above. grown-contract.test.ts calls all operations of the resource. */
const USE = `import { AnimalStore, type Category, type Pet } from '@animal-store/sdk';

const store = new AnimalStore({
  baseUrl: process.argv[2] ?? '',
  apiKey: process.argv[3] ?? '',
  onDeprecated: () => {},
});
const account: { keyId: string; plan: string } = await store.getAccount();
// @ts-expect-error the contract has no such field
account.owner;
console.log(account.plan);

const pet: Pet = await store.createPet({ name: 'Rex', categoryId: 1, birthDate: '2020-02-29' });
const other = await store.createPet({ name: 'Tom', categoryId: 1 });
console.log(pet.birthDate, (await store.getPet({ petId: pet.id })).birthDate, other.birthDate);

const dogs: Category = await store.createCategory({ name: 'Dogs' });
console.log(JSON.stringify(dogs), JSON.stringify(await store.getCategory({ categoryId: dogs.id })));
`;
