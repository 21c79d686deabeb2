// A contract of two files with every construct that it may have: built once, and called over HTTP and through the built SDK
// on both databases.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiedServer, WorkspaceCopy } from '../support/copy-workspace.js';
import { describeIfService } from '../support/describe-if-service.js';
import { growWorkspace } from '../support/grown-contract/grow-workspace.js';
import { CONSTRUCTS, HTTP_CASES } from '../support/grown-contract/http-cases.js';
import { type Outcome, sendCase } from '../support/grown-contract/send-case.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';
import { COMPILED, HEAD, REFUSED } from './grown-contract/handler-types.js';

const PROBE = 'apps/server/probe';
const TYPES = 'apps/server/probe-types';
const SCHEMAS_FILE = 'schemas/growth.yaml';

/** The call of an operation in the HTML of the reference page. */
const SAMPLE =
  /<article[^>]* id="(\w+)"[\s\S]*?data-sample="sdk"><pre[^>]*><code>([\s\S]*?)<\/code>/g;
const toText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
/** Prints the operations whose sample is refused. What a sample asks for need not exist. */
const SAMPLES_HEAD = `import { NotFoundError } from '@animal-store/sdk';
import { store } from './sdk-case.js';

const console = { log(_result: unknown) {} };
globalThis.console.warn = () => {}; // of deprecated operations
async function run(id: string, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof NotFoundError)) process.stdout.write(\`\${id}: \${error}\\n\`);
  }
}
`;

/** A busy machine may need minutes for a build. */
jest.setTimeout(900_000);

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await growWorkspace();
});
afterAll(() => tree?.remove());

/** The number of tasks of the build that came from the cache, and of all. */
async function build(): Promise<[cached: number, total: number]> {
  const args = ['turbo', 'run', 'build', '--output-logs=errors-only'] as const;
  const { output, exitCode } = await tree.run('.', ...args);
  if (exitCode !== 0) throw new Error(output);
  const [, cached, total] = /Cached: +(\d+) cached, (\d+) total/.exec(output) ?? [];
  return [Number(cached), Number(total)];
}

test('when a file of the contract is edited, then the next build follows it, and others are cached', async () => {
  const [, total] = await build();
  expect(await build()).toEqual([total, total]);
  const schemas = await tree.read(SCHEMAS_FILE);
  await tree.write(SCHEMAS_FILE, schemas.replaceAll('puppy', 'whelp'));
  expect((await build())[0]).toBe(0);
  expect(await tree.read('packages/contract/generated/types.ts')).toContain('"whelp"');
  await tree.write(SCHEMAS_FILE, schemas);
  expect(await build()).toEqual([total, total]);
});

test('the contract passes the linter', async () => {
  const { output } = await tree.run('packages/review', 'tsx', 'src/main.ts', 'lint');
  expect(output).toBe('The contract has no problems.\n');
});

test('calls compile against the types of the built SDK, and those with a wrong type do not', async () => {
  await tree.write(
    `${PROBE}/tsconfig.json`,
    '{ "extends": "../../../tsconfig.base.json", "compilerOptions": { "lib": ["ES2023", "DOM"], "outDir": "out" } }',
  );
  await cp(join(__dirname, 'grown-contract'), join(tree.folder, PROBE), { recursive: true });
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

test('the samples of the reference page compile, and call every operation as the contract demands', async () => {
  const server = await tree.start();
  const page = await (await fetch(new URL('/docs', server.url))).text();
  const samples = [...page.matchAll(SAMPLE)].map(
    ([, id, code = '']) => [id, toText(code)] as const,
  );
  expect(samples.length).toBeGreaterThan(30);
  const calls = samples.map(([id, sdk]) => `await run('${id}', async () => {\n${sdk}\n});\n`);
  await tree.write(`${PROBE}/samples.ts`, SAMPLES_HEAD + calls.join(''));
  expect(await tree.run(PROBE, 'tsc')).toEqual({ output: '', exitCode: 0 });
  const { output } = await tree.run(PROBE, 'tsx', 'out/samples.js', server.url, server.key);
  expect(output).toBe('');
  await server.stop();
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
  const found: { http: Outcome[]; sdk: Outcome[] } = { http: [], sdk: [] };
  let served: string;
  beforeAll(async () => {
    const server = await start();
    for (const one of HTTP_CASES) found.http.push(await sendCase(server, one));
    served = await (await fetch(new URL('/openapi.json', server.url))).text();
    const { output } = await tree.run(PROBE, 'tsx', 'out/main.js', server.url, server.key);
    for (const line of output.trim().split('\n')) found.sdk.push(JSON.parse(line));
    await server.stop();
  });

  test('its document has the schemas of the other file as components', () => {
    expect(served).not.toMatch(/"\$ref": ?"[^#]/);
    expect(JSON.parse(served)).toHaveProperty('components.schemas.GrowthAnimal');
  });

  test('every call through the other entries of the package', () => {
    const all = found.sdk.filter(({ construct }) => construct.startsWith('other entries'));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  describe.each(CONSTRUCTS)('%s', (construct) => {
    test.each(['http', 'sdk'] as const)('every case over %s', (way) => {
      const all = found[way].filter((outcome) => outcome.construct === construct);
      expect(all.length).toBeGreaterThan(1);
      expect(all.filter(({ problem }) => problem !== undefined)).toEqual([]);
    });
  });
}
