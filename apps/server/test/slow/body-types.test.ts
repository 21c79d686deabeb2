// Types of the bodies that handlers receive and of the responses that they return, for a contract with bodies of every
// shape.
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
  growContract(contract, 'bodies.yaml');
  await tree.write('openapi.yaml', stringify(contract, { aliasDuplicateObjects: false }));
  await tree.script(CONTRACT, 'generate');
  await tree.script(CONTRACT, 'build');
  await tree.write(
    `${PROBE}/tsconfig.json`,
    '{ "extends": "../../../tsconfig.base.json", "files": ["bodies.ts"] }',
  );
});
afterAll(() => tree?.remove());

const HEAD = `import type { HandlerRequest, HandlerResponse } from '../src/operations/handler.js';
declare const nullable: HandlerRequest<'echoNullable'>['body'];
declare const shelter: HandlerRequest<'echoShelter'>['body'];
declare const settings: HandlerRequest<'echoSettings'>['body'];
declare const note: HandlerRequest<'echoNote'>['body'];
declare const account: HandlerRequest<'createAccount'>['body'];
declare const patch: HandlerRequest<'updateAccount'>['body'];
declare const address: { city: string; zone: string };
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export type Create = HandlerResponse<'createAccount'>;
export type Delete = HandlerResponse<'deleteAccount'>;
export type Note = HandlerResponse<'echoNote'>;
export const saved = { id: 1n, name: 'a', createdAt: '' };
`;

async function compile(lines: readonly string[]) {
  await tree.write(`${PROBE}/bodies.ts`, `${HEAD}${lines.join('\n')}\n`);
  const { output } = await tree.run(PROBE, 'tsc', '--noEmit');
  return output;
}

test('when a contract has bodies of every shape, then handlers get values of these types', async () => {
  const types = [
    ['nullable.count', 'number | bigint | null | undefined'],
    ['nullable.parent', 'number | bigint | null | undefined'],
    ['nullable.level', '1 | 2 | null | undefined'],
    ['shelter.animals[0]!.kind', "'cat' | 'dog' | 'puppy'"],
    ['settings.size', "'small' | 'large'"],
    ['settings.nested.until', 'string | null'],
    ['settings.items?.[0]?.weight', 'number | undefined'],
    ['note?.text', 'string | undefined'],
    ['account.password', 'string'],
    ['account.address?.door', 'string | undefined'],
    ['account.id', 'undefined'],
    ['patch.managerId', 'number | bigint | null | undefined'],
  ];
  const lines = types.map(
    ([expression, type], index) =>
      `const v${index} = ${expression}; export const t${index}: Same<typeof v${index}, ${type}> = true;`,
  );
  expect(await compile(lines)).toBe('');
});

test('when a handler returns what the contract declares, then it compiles', async () => {
  const output = await compile([
    "export const created: Create = { status: 201, body: saved, headers: { Location: '/' } };",
    "export const all: Create = { status: 201, body: { ...saved, address }, headers: { Location: '/', 'X-Account-Version': 1 } };",
    "export const queued: Create = { status: 202, body: { state: 'queued' } };",
    'export const deleted: Delete = { status: 204 };',
    'export const received: Note = { status: 200, body: { isSent: false } };',
  ]);
  expect(output).toBe('');
});

test('when a handler returns anything else, then it does not compile', async () => {
  const lines = [
    'export const withoutHeader: Create = { status: 201, body: saved };',
    "export const wrongHeader: Create = { status: 201, body: saved, headers: { Location: '/', 'X-Account-Version': '1' } };",
    "export const unknownHeader: Create = { status: 201, body: saved, headers: { Location: '/', 'X-Other': 1 } };",
    "export const otherHeader: Create = { status: 202, body: { state: 'queued' }, headers: { Location: '/' } };",
    "export const writeOnly: Create = { status: 201, body: { ...saved, password: 'a' }, headers: { Location: '/' } };",
    "export const withoutReadOnly: Create = { status: 201, body: { name: 'a' }, headers: { Location: '/' } };",
    'export const bodyOfOther: Create = { status: 202, body: saved };',
    'export const body: Delete = { status: 204, body: {} };',
    'export const status: Delete = { status: 200 };',
    'export const withoutBody: Note = { status: 200 };',
    "export const ofMiddleware: Note = { status: 200, body: { isSent: true }, headers: { 'X-Request-Id': 'a' } };",
  ];
  const output = await compile(lines);
  const found = [...output.matchAll(/^bodies\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  const first = HEAD.split('\n').length;
  expect([...new Set(found)]).toEqual(lines.map((_, index) => first + index));
});
