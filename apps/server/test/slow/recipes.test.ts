// The recipes of docs/recipes.md, applied to a copy of the repository one after the other. grown-contract.test.ts uses what
// they add.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { applyEdits } from '../support/grown-contract/grow-workspace.js';
import { readRecipes } from '../support/read-recipes.js';

/** The most files that a recipe may touch. */
const MAX_FILES: Readonly<Record<string, number>> = {
  'Add an operation': 3,
  'Add a stored property': 3,
  'Add a resource': 5,
  'Add a filter': 2,
  'Add a reference': 4,
  'Add an action with a rule': 3,
  'Add a setting': 4,
};
const recipes = readRecipes();
/** Tests of sockets and of the SDK's queue know nothing of the contract. */
const OTHERS = [
  '--testPathIgnorePatterns',
  'test/http/connections',
  'test/request/rate-limit-queue',
];

/** One test runs all tests of modules and of the HTTP interface. */
jest.setTimeout(1_200_000);

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
});
afterAll(() => tree?.remove());

/** @throws an Error with the tool's output if it fails. */
async function run(folder: string, tool: string, ...args: string[]): Promise<void> {
  const { output, exitCode } = await tree.run(folder, tool, ...args);
  if (exitCode !== 0) throw new Error(`${tool} ${args.join(' ')} in ${folder}:\n${output}`);
}

test('there is a recipe for each kind of change', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(MAX_FILES));
});

describe.each(recipes)('when the recipe "$title" is followed', (recipe) => {
  test('then it edits few files, and the contract passes the linter', async () => {
    const files = new Set(recipe.edits.map(({ file }) => file));
    expect(files.size).toBeLessThanOrEqual(MAX_FILES[recipe.title] ?? 0);
    await applyEdits(tree, recipe.edits);
    const { output } = await tree.run(
      'packages/review',
      'tsx',
      '--conditions=@animal-store/source',
      'src/main.ts',
      'lint',
    );
    expect(output).toBe('The contract has no problems.\n');
  });
});

describe('when all recipes are followed, and animals refer to categories', () => {
  beforeAll(async () => {
    await tree.edit({
      'apps/server/src/tables.ts': [
        ["categoryId: 'int64'", "categoryId: { references: 'categories' }"],
      ],
      'apps/server/src/migrations.ts': [
        ['\n];', "\n  (type) => type.reference('pets', 'category_id', 'categories'),\n];"],
      ],
    });
  });

  test('then all is built, the sources pass the linter, and tests compile, too', async () => {
    await run('.', 'turbo', 'run', 'build', 'typecheck', '--output-logs=errors-only');
    await run('.', 'biome', 'check', '--error-on-warnings', '.');
  });

  test('then no test of a module or of the HTTP interface fails', async () => {
    for (const folder of ['packages/core', 'packages/spec', 'packages/sdk'])
      await run(folder, 'jest', '--silent', ...OTHERS);
    const folders = ['unit', 'http', 'metrics', 'nodes/storage'].map((name) => `test/${name}`);
    await run('apps/server', 'jest', '--silent', ...folders, ...OTHERS);
  });

  test('then the package of the SDK can be published', () => {
    const cwd = join(tree.folder, 'tools/release');
    execFileSync('npm', ['run', '-s', 'package'], { cwd, stdio: 'pipe' });
  });
});
