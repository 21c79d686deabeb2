// Types of the parameters that a handler receives, for a contract with parameters of every type.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { growContract } from '../support/growth/grow-contract.js';

const CONTRACT = 'packages/contract';
const PROBE = 'apps/server/probe';

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
  const contract = parse(await readFile(join(tree.folder, 'openapi.yaml'), 'utf8'));
  growContract(contract, 'parameters.yaml');
  await tree.write('openapi.yaml', stringify(contract, { aliasDuplicateObjects: false }));
  await tree.script(CONTRACT, 'generate');
  await tree.script(CONTRACT, 'build');
  await tree.write(
    `${PROBE}/tsconfig.json`,
    '{ "extends": "../../../tsconfig.base.json", "files": ["parameters.ts"] }',
  );
});
afterAll(() => tree?.remove());

const HEAD = `import type { Int64, PetStatus } from '@animal-store/contract';
import type { HandlerRequest } from '../src/operations/handler.js';
declare const lists: HandlerRequest<'echoLists'>;
declare const values: HandlerRequest<'echoValues'>;
declare const headers: HandlerRequest<'echoHeaders'>;
declare const path: HandlerRequest<'echoPath'>;
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
`;

/** Expressions and their types. */
const TYPES: readonly (readonly [expression: string, type: string])[] = [
  ['lists.query.ids', 'readonly Int64[] | undefined'],
  ['lists.query.joinedTags', 'readonly string[] | undefined'],
  ['lists.query.status', 'readonly PetStatus[] | undefined'],
  ['lists.query.flags', 'readonly boolean[] | undefined'],
  ['lists.query.sizes', 'readonly (1 | 2 | 3)[] | undefined'],
  ['lists.query.sort', "readonly ('id' | 'name' | 'status')[]"], // has a default
  ['values.query.flag', 'boolean | undefined'],
  ['values.query.price', 'number | undefined'],
  ['values.query.whole', 'number | undefined'],
  ['values.query.positiveId', 'Int64 | undefined'],
  ['values.query.size', '1 | 2 | 3 | undefined'],
  ['values.query.maybeId', 'Int64 | null | undefined'],
  ['values.query.maybeStatus', 'PetStatus | null | undefined'],
  ['values.query.page', 'number'],
  ['values.query.verbose', 'boolean'],
  ['values.query.maybeRatio', 'number | null'], // a client may send null in place of the default
  ["headers.headers['X-Tenant']", 'Int64 | undefined'],
  ["headers.headers['X-Tags']", 'readonly string[] | undefined'],
  ["headers.headers['X-Level']", '1 | 2 | 3'],
  ['path.path.id', 'Int64'],
  ['path.path.size', '1 | 2'],
];

test('when a contract has parameters of every type, then handlers get values of these types', async () => {
  const lines = TYPES.map(
    ([expression, type], index) =>
      `const v${index} = ${expression}; export const t${index}: Same<typeof v${index}, ${type}> = true;`,
  );
  await tree.write(`${PROBE}/parameters.ts`, `${HEAD}${lines.join('\n')}\n`);
  expect(await tree.run(PROBE, 'tsc', '--noEmit')).toEqual({ output: '', exitCode: 0 });
});

test('when a handler reads a header by another name or changes a list, then it does not compile', async () => {
  await tree.write(
    `${PROBE}/parameters.ts`,
    `${HEAD}export const a = headers.headers['x-tenant'];\nlists.query.sort.push('id');\n`,
  );
  const { output } = await tree.run(PROBE, 'tsc', '--noEmit');
  const lines = [...output.matchAll(/^parameters\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  const first = HEAD.split('\n').length;
  expect(lines.filter((line) => line >= first)).toEqual([first, first + 1]);
});
