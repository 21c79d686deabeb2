// `npm run dev` on a copy of the workspace: edits are served, and broken ones are reported.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@animal-store/contract/conformance';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { type DevProcess, startDev } from '../support/dev-process.js';
import { applyEdits } from '../support/grown-contract/grow-workspace.js';
import type { RawResponse } from '../support/raw-connection.js';
import { readRecipes } from '../support/read-recipes.js';

const { MAX_LIMIT: maxLimit } = limits;
const OPERATIONS = 'apps/server/src/operations';
const PER_MINUTE = 5_000;

let tree: WorkspaceCopy;
let dev: DevProcess;
beforeAll(async () => {
  tree = await copyWorkspace();
  // the key of its calls has the plan `free`, whose quota is smaller than the number of requests here
  await tree.editContract((contract) =>
    contract.setIn(['x-rate-limit-plans', 'free'], { perMinute: PER_MINUTE, perDay: 10_000 }),
  );
  dev = await startDev('dev', tree.folder);
});
afterAll(async () => {
  await dev?.stop('SIGKILL');
  await tree?.remove();
});

const limitTo = (maximum: number) => () =>
  tree.editContract((contract) =>
    contract.setIn(['components', 'parameters', 'Limit', 'schema', 'maximum'], maximum),
  );
const replace = (path: string, before: string, after: string) => () =>
  tree.edit({ [path]: [[before, after]] });

/** Resolves with a function that reverts the edit. */
type Edit = () => Promise<() => Promise<void>>;

/** Edits, waits until the edit changes the reply, runs the test, reverts the edit, and waits until the reply follows. */
async function whileServing(
  edit: Edit,
  [path, isEdited]: [path: string, isEdited: (reply: RawResponse) => boolean],
  run: () => Promise<void> = async () => {},
): Promise<void> {
  const undo = await edit();
  try {
    await dev.until(path, isEdited);
    await run();
  } finally {
    await undo();
  }
  await dev.until(path, (reply) => !isEdited(reply));
}

const isLimited = (maximum: number): [string, (reply: RawResponse) => boolean] => [
  `/pets?limit=${maximum + 1}`,
  ({ status }) => status === 400,
];

describe('an edit', () => {
  test('when a handler changes, then the new one answers, on the same data', async () => {
    const added = await dev.call('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Hambone', categoryId: 1 }),
    });
    expect(added.status).toBe(201);
    const answerNothing =
      'Object.assign(handlers, { listPets: async () => ({ status: 200, body: [] }) });';
    await whileServing(
      replace(
        `${OPERATIONS}/index.ts`,
        'satisfies Handlers;',
        `satisfies Handlers;\n${answerNothing}`,
      ),
      ['/pets', ({ text }) => text === '[]'],
    );
    expect(await (await dev.call('/pets')).json()).toMatchObject([{ name: 'Hambone' }]);
  });

  test('when an editor writes another file and renames it, then the edit is served', async () => {
    const [file, draft] = ['openapi.yaml', 'draft.txt'].map((name) => join(tree.folder, name));
    const undo = await limitTo(maxLimit)();
    const text = await readFile(`${file}`, 'utf8');
    for (const maximum of [maxLimit - 1, maxLimit - 2]) {
      await writeFile(`${draft}`, text.replace(`maximum: ${maxLimit},`, `maximum: ${maximum},`));
      await rename(`${draft}`, `${file}`);
      await dev.until(...isLimited(maximum));
    }
    await undo();
    await dev.until(`/pets?limit=${maxLimit}`, ({ status }) => status === 200);
  });

  test('when the contract refers to a file in a new folder, then edits of that file are served', async () => {
    const limit = (maximum: number) =>
      `type: integer\nminimum: 1\nmaximum: ${maximum}\ndefault: 2\n`;
    await tree.write('openapi/sizes/PageSize.yaml', limit(3));
    const refer: Edit = () =>
      tree.editContract((contract) => {
        const path = ['components', 'parameters', 'Limit'];
        contract.setIn([...path, 'schema'], { $ref: 'openapi/sizes/PageSize.yaml' });
        contract.setIn([...path, 'example'], 2);
      });
    await whileServing(refer, isLimited(4), async () => {
      await dev.until(...isLimited(3));
      await tree.write('openapi/sizes/PageSize.yaml', limit(4));
      await dev.until('/pets?limit=4', ({ status }) => status === 200);
    });
  });
});

test('when a recipe adds an operation, then its example answers as a handler would, until there is one', async () => {
  const edits = readRecipes()[0]?.edits ?? [];
  const apply = (isContract: boolean) =>
    applyEdits(
      tree,
      edits.filter(({ file }) => (file === 'openapi.yaml') === isContract),
    );
  await apply(true);
  await dev.next(/getAccount has no handler/);
  await dev.until('/account', ({ status }) => status === 200);
  const reply = await dev.call('/account');
  const { headers } = reply;
  expect(headers.get('x-example')).toBe('true');
  expect(await reply.json()).toMatchObject({ plan: 'free', keyId: expect.any(String) });
  expect(headers.get('x-ratelimit-limit')).toBe(`${PER_MINUTE}`);
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(PER_MINUTE);
  expect((await dev.call('/pets')).headers.get('x-example')).toBeNull();
  expect((await dev.call('/account', { key: null })).status).toBe(401);
  const refused = await dev.call('/account?color=red');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ details: [{ in: 'query', path: '/color' }] });

  // without an example, it is a sample of the schema
  const content = ['paths', '/account', 'get', 'responses', '200', 'content'];
  const removeExample: Edit = () =>
    tree.editContract((contract) => contract.deleteIn([...content, 'application/json', 'example']));
  const isSample = ({ headers, text }: RawResponse) =>
    headers.get('x-example') === 'true' && JSON.parse(text).plan !== 'free';
  await whileServing(removeExample, ['/account', isSample], async () => {
    const sample = await (await dev.call('/account')).json();
    expect(sample).toEqual({ keyId: expect.any(String), plan: expect.any(String) });
  });

  await apply(false);
  await dev.until('/account', ({ headers }) => !headers.has('x-example'));
  expect(await (await dev.call('/account')).json()).toMatchObject({ plan: 'free' });
});

const ERRORS = 'packages/core/src/errors.ts';
/** A line of it, before which faults are inserted. */
const LINE = 'interface ErrorBodyOptions {';
const insert = (text: string) => replace(ERRORS, LINE, `${text}\n${LINE}`);
const addProperty: Edit = () =>
  tree.editContract((contract) =>
    contract.setIn(['components', 'schemas', 'Pet', 'properties', 'age'], { type: 'integer' }),
  );
const crashOnOpen = replace(
  'packages/engine/src/service.ts',
  'const limiter = await',
  "throw new Error('boom');\n    const limiter = await",
);

test.each<[what: string, edit: Edit, problem: RegExp]>([
  [
    'a property without a column',
    addProperty,
    /^tables\.ts has no column of pets for age: add age: 'integer\?'$/m,
  ],
  ['a syntax error', insert('const = 1;'), /src\/errors\.ts:\d+:\d+ /],
  [
    'an import of a missing file',
    insert("import './nowhere.js';"),
    /nowhere\.js.* imported from \S*errors\.ts/,
  ],
  [
    'an import of a missing name',
    insert("import { nothing } from './int64.js';\nexport const something = nothing;"),
    /src\/errors\.ts:\d+:\d+ SyntaxError: .*nothing/,
  ],
  [
    'a crash while the sources are loaded',
    insert("throw new Error('boom');"),
    /src\/errors\.ts:\d+:\d+ Error: boom/,
  ],
  ['a crash while the database is opened', crashOnOpen, /src\/service\.ts:\d+:\d+ Error: boom/],
  ['an exit while the sources are loaded', insert('process.exit(3);'), /ended with exit code 3/],
])(
  '%s is reported with its position, and is served once repaired',
  async (...[, edit, problem]) => {
    const undo = await edit();
    try {
      await dev.next(problem);
      await dev.next(/Nothing is served/);
    } finally {
      await undo();
    }
    await dev.until('/pets', ({ status }) => status === 200);
  },
);

test('when the contract is broken, then its place is printed, and the previous version goes on serving', async () => {
  for (const [before, after, problem] of [
    ['info:\n', 'info: [\n', /openapi\.yaml:\d+:\d+ parse-error/],
    ['schemas/Pets"', 'schemas/Petz"', /openapi\.yaml:\d+:\d+ \S+ .*Petz/],
  ] as const) {
    const undo = await replace('openapi.yaml', before, after)();
    try {
      await dev.next(problem);
      await dev.next(/The previous contract stays in use/);
      expect((await dev.call(`/pets?limit=${maxLimit}`)).status).toBe(200);
    } finally {
      await undo();
    }
    await whileServing(limitTo(maxLimit - 1), isLimited(maxLimit - 1));
  }
});

test('when an edit has a type error, then it is served, and the error is printed', async () => {
  const withError = `export const wrong: number = String();\n${LINE}`;
  const undo = await tree.edit({
    [ERRORS]: [
      [LINE, withError],
      ['could not be found.', 'is not there.'],
    ],
  });
  await dev.next(/errors\.ts\(\d+,\d+\): error TS2322/);
  await dev.until('/nowhere', ({ text }) => text.includes('is not there.')); // which other files import
  expect(dev.output()).not.toContain('wrong:'); // the server does not report it
  await undo();
  await dev.next(/Found 0 errors/);
});

test('when Ctrl-C is pressed, then every process ends', async () => {
  expect(await dev.stop()).toEqual({ exitCode: 0 });
  await expect(dev.call('/pets')).rejects.toThrow();
});
