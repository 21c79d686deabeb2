// A contract with every construct that it may have: built once, and called over HTTP and through the built SDK on both
// databases. PRINT_TABLE=1 prints the table.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'lossless-json';
import type { CopiedServer, WorkspaceCopy } from '../support/copy-workspace.js';
import { describeIfService } from '../support/describe-if-service.js';
import { parseNumber } from '../support/growth/echo.js';
import { growWorkspace } from '../support/growth/grow-workspace.js';
import { CONSTRUCTS, type HttpCase } from '../support/growth/http-case.js';
import { HTTP_CASES } from '../support/growth/http-cases.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';

const PROBE = 'apps/server/probe';

interface Samples {
  sdk: string;
}
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

/** The outcome of a case: what is wrong, if anything is. */
interface Outcome {
  construct: string;
  name: string;
  problem?: string;
}

let tree: WorkspaceCopy;
const outcomes: Record<string, { http: Outcome[]; sdk: Outcome[] }> = {};

beforeAll(async () => {
  tree = await growWorkspace();
  for (const folder of ['packages/contract', 'packages/sdk']) {
    await tree.script(folder, 'generate');
    await tree.script(folder, 'build');
  }
  await tree.script('apps/server', 'build');
  await tree.write(
    `${PROBE}/tsconfig.json`,
    '{ "extends": "../../../tsconfig.base.json", "compilerOptions": { "lib": ["ES2023", "DOM"], "outDir": "out" } }',
  );
  await cp(join(__dirname, 'growth'), join(tree.folder, PROBE), { recursive: true });
});
afterAll(async () => {
  await tree?.remove();
  if (process.env.PRINT_TABLE) process.stdout.write(`${toTable().join('\n')}\n`);
});

test('the contract passes the linter', async () => {
  const { output } = await tree.run('packages/review', 'tsx', 'src/lint.ts');
  expect(output).toBe('The contract has no problems.\n');
});

test('calls compile against the types of the built SDK, and those with a wrong type do not', async () => {
  expect(await tree.run(PROBE, 'tsc')).toEqual({ output: '', exitCode: 0 });
});

test('the samples of the reference page compile, and call every operation as the contract demands', async () => {
  const server = await tree.start();
  const response = await fetch(new URL('/docs/reference.json', server.url));
  const { 'x-reference': reference }: { 'x-reference': { operations: Record<string, Samples> } } =
    JSON.parse(await response.text());
  const samples = Object.entries(reference.operations);
  expect(samples.length).toBeGreaterThan(30);
  const calls = samples.map(([id, { sdk }]) => `await run('${id}', async () => {\n${sdk}\n});\n`);
  await tree.write(`${PROBE}/samples.ts`, SAMPLES_HEAD + calls.join(''));
  expect(await tree.run(PROBE, 'tsc')).toEqual({ output: '', exitCode: 0 });
  const { output } = await tree.run(PROBE, 'tsx', 'out/samples.js', server.url, server.key);
  expect(output).toBe('');
  await server.stop();
});

describe('on SQLite', () => useServer('SQLite', () => tree.start()));

describeIfService('PostgreSQL')('on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createSchema();
  });
  afterAll(() => database?.drop());
  useServer('PostgreSQL', () => tree.start({ DATABASE_URL: database.url }));
});

function useServer(name: string, start: () => Promise<CopiedServer>): void {
  const found: { http: Outcome[]; sdk: Outcome[] } = { http: [], sdk: [] };
  outcomes[name] = found;
  beforeAll(async () => {
    const server = await start();
    for (const one of HTTP_CASES) found.http.push(await sendCase(server, one));
    const { output } = await tree.run(PROBE, 'tsx', 'out/main.js', server.url, server.key);
    found.sdk.push(
      ...output
        .trim()
        .split('\n')
        .map((line): Outcome => JSON.parse(line)),
    );
    await server.stop();
  });

  describe.each(CONSTRUCTS)('%s', (construct) => {
    test.each(['http', 'sdk'] as const)('every case over %s', (way) => {
      const all = found[way].filter((outcome) => outcome.construct === construct);
      expect(all.length).toBeGreaterThan(1);
      expect(all.filter(({ problem }) => problem !== undefined)).toEqual([]);
    });
  });
}

async function sendCase(server: CopiedServer, one: HttpCase): Promise<Outcome> {
  const { construct, request, headers = [], body, status, reply } = one;
  const [method = '', path = ''] = request.split(' ');
  const isTyped = headers.some((line) => line.startsWith('Content-Type:'));
  const lines = [
    `Authorization: Bearer ${server.key}`,
    ...headers,
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(body === undefined || isTyped ? [] : ['Content-Type: application/json']),
  ];
  const response = await sendRaw(server.url, formatRequest(`${method} /v1${path}`, lines, body));
  const name = [request, ...headers, body ?? ''].join(' ').trim();
  const problems = differences(response, status, reply);
  const got = `${response.status} ${response.text}`;
  return {
    construct,
    name,
    ...(problems.length > 0 && { problem: `${problems.join(', ')} of ${got}` }),
  };
}

/** What differs from the wanted reply. */
function differences(
  { status, headers, text }: Awaited<ReturnType<typeof sendRaw>>,
  wantedStatus: number,
  wanted: HttpCase['reply'],
): string[] {
  const isSame = {
    status: status === wantedStatus,
    text: wanted.text === undefined || text === wanted.text,
    json:
      wanted.json === undefined ||
      isDeepStrictEqual(parse(text, undefined, { parseNumber }), wanted.json),
    errors: wanted.errors === undefined || hasErrors(text, wanted.errors),
    headers: Object.entries(wanted.headers ?? {}).every(
      ([name, value]) => headers.get(name) === value,
    ),
  };
  return Object.entries(isSame).flatMap(([part, same]) => (same ? [] : part));
}

function hasErrors(text: string, wanted: readonly string[]): boolean {
  const { details = [] }: { details?: { path: string; code: string; message: string }[] } =
    JSON.parse(text);
  const errors = details.map(({ path, code, message }) => `${path} ${code} ${message}`).sort();
  const expected = [...wanted].sort();
  return (
    errors.length === expected.length &&
    errors.every((error, index) => error.startsWith(expected[index] ?? ''))
  );
}

function toTable(): string[] {
  const databases = Object.keys(outcomes);
  const count = (construct: string, database: string, way: 'http' | 'sdk') => {
    const all =
      outcomes[database]?.[way].filter((outcome) => outcome.construct === construct) ?? [];
    return { all: all.length, passed: all.filter(({ problem }) => problem === undefined).length };
  };
  const row = (construct: string) => {
    const [first = ''] = databases;
    const cells = databases.map((database) => {
      const [http, sdk] = [count(construct, database, 'http'), count(construct, database, 'sdk')];
      return `${http.passed + sdk.passed} of ${http.all + sdk.all}`;
    });
    const cases = [count(construct, first, 'http').all, count(construct, first, 'sdk').all];
    return `| ${[construct, ...cases, ...cells].join(' | ')} |`;
  };
  return [
    `| Construct | HTTP cases | SDK cases | ${databases.join(' | ')} |`,
    `|---|---|---|${databases.map(() => '---|').join('')}`,
    ...CONSTRUCTS.map(row),
  ];
}
