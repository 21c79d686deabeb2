// A contract of two files with every construct that it may have, other values and every recipe: built once, and called over HTTP
// and through the built SDK on both databases.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ANIMAL_STORE, renderSamples } from '@animal-store/reference';
import { readContract } from '@animal-store/spec/model';
import type { CopiedServer, WorkspaceCopy } from '../support/copy-workspace.js';
import { describeIfService } from '../support/describe-if-service.js';
import { growWorkspace } from '../support/grown-contract/grow-workspace.js';
import {
  CONSTRUCTS,
  differenceOf,
  HTTP_CASES,
  sendCase,
} from '../support/grown-contract/http-cases.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';
import { readTestContract } from '../support/read-contract.js';
import { COMPILED, HEAD, REFUSED } from './grown-contract/handler-types.js';
import { renderCalls } from './grown-contract/sdk-requests.js';

const PROBE = 'apps/server/probe';
const TYPES = 'apps/server/probe-types';
const SCHEMAS_FILE = 'openapi/growth.yaml';

/** A busy machine may need minutes for a build. */
jest.setTimeout(900_000);

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await growWorkspace();
});
afterAll(() => tree?.remove());

async function turbo(...options: string[]): Promise<string> {
  const { output, exitCode } = await tree.run('.', 'turbo', 'run', 'build', ...options);
  if (exitCode !== 0) throw new Error(output);
  return output;
}

/** How many tasks of the next build come from the cache, and how many do not. */
async function cachedTasks(): Promise<Record<'HIT' | 'MISS', number>> {
  const output = await turbo('--dry=json');
  const { tasks }: { tasks: { command: string; cache: { status: 'HIT' | 'MISS' } }[] } = JSON.parse(
    output.slice(output.indexOf('{')),
  );
  const counts = { HIT: 0, MISS: 0 };
  for (const { command, cache } of tasks)
    if (command !== '<NONEXISTENT>') counts[cache.status] += 1;
  return counts;
}

test('when a file of the contract is edited, then the next build follows it, and others are cached', async () => {
  await turbo('--output-logs=errors-only');
  const built = await cachedTasks();
  expect(built).toEqual({ HIT: expect.any(Number), MISS: 0 });
  const schemas = await tree.read(SCHEMAS_FILE);
  await tree.write(SCHEMAS_FILE, schemas.replaceAll('puppy', 'whelp'));
  expect(await cachedTasks()).toEqual({ HIT: 0, MISS: built.HIT });
  await tree.write(SCHEMAS_FILE, schemas);
  expect(await cachedTasks()).toEqual(built);
});

test('the contract passes the linter', async () => {
  const { output } = await tree.run('packages/review', 'tsx', 'src/main.ts', 'lint');
  expect(output).toBe('The contract has no problems.\n');
});

test('calls and samples compile against the types of the built SDK, and those with a wrong type do not', async () => {
  const server = await tree.start();
  const served = JSON.parse(await (await fetch(new URL('/openapi.json', server.url))).text());
  await server.stop();
  const contract = readTestContract(served);
  expect(contract.operations.length).toBeGreaterThan(30);
  const rendered = renderSamples(readContract(served), ANIMAL_STORE);
  const samples = Array.from(rendered.values(), ({ sdk }) => `{\n${sdk}\n}\n`);
  const head =
    "import type { AnimalStore } from '@animal-store/sdk';\ndeclare const store: AnimalStore;\n";
  for (const file of ['sdk-calls.ts', 'sdk-types.ts'])
    await cp(join(__dirname, 'grown-contract', file), join(tree.folder, PROBE, file));
  await tree.write(`${PROBE}/samples.ts`, head + samples.join(''));
  await tree.write(`${PROBE}/requests.json`, renderCalls(contract));
  await tree.write(
    `${PROBE}/tsconfig.json`,
    '{ "extends": "../../../tsconfig.base.json", "compilerOptions": { "lib": ["ES2023", "DOM"], "outDir": "out" } }',
  );
  expect(await tree.run(PROBE, 'tsc')).toEqual({ output: '', exitCode: 0 });
});

test('handlers get values of the declared types and return what is declared; all else does not compile', async () => {
  await tree.write(`${TYPES}/tsconfig.json`, '{ "extends": "../../../tsconfig.base.json" }');
  const lines = [...COMPILED, ...REFUSED];
  await tree.write(`${TYPES}/types.ts`, `${HEAD}${lines.join('\n')}\n`);
  const { output } = await tree.run(TYPES, 'tsc', '--noEmit');
  const found = [...output.matchAll(/^types\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  const first = HEAD.split('\n').length + COMPILED.length;
  expect([...new Set(found)]).toEqual(REFUSED.map((_, index) => first + index));
});

describe('on SQLite', () => useServer(() => tree.start()));

describeIfService('PostgreSQL')('on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createSchema();
  });
  afterAll(() => database?.drop());
  useServer(() => tree.start({ DATABASE_URL: database.url }));
});

function useServer(start: () => Promise<CopiedServer>): void {
  let server: CopiedServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());

  test('its document has the schemas of the other file as components', async () => {
    const served = await (await fetch(new URL('/openapi.json', server.url))).text();
    expect(served).not.toMatch(/"\$ref": ?"[^#]/);
    expect(JSON.parse(served)).toHaveProperty('components.schemas.GrowthAnimal');
  });

  test.each(CONSTRUCTS)('%s', async (construct) => {
    const cases = HTTP_CASES.filter((each) => each.construct === construct);
    for (const one of cases) expect(differenceOf(one, await sendCase(server, one))).toBeUndefined();
  });

  test('every call of the SDK', async () => {
    const { output } = await tree.run(PROBE, 'tsx', 'out/sdk-calls.js', server.url, server.key);
    expect(output).toMatch(/^\d{3,} calls\n$/); // most are of requests.yaml
  });
}
