// Witnesses of `spec diff` on real servers: each request is accepted by a server of the contract before the edits, and refused
// by a server of the contract after them, with the status that the witness names.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { REPOSITORY } from '../support/repository.js';
import { startServer, type TestServer } from '../support/start-server.js';

/** The keys of a value in openapi.yaml, separated by spaces, and its new value; undefined removes it. */
type Edit = readonly [path: string, value: unknown];

interface Witness {
  kind: 'request' | 'reply';
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  before: string;
  after: string;
}

const SCHEMAS = 'components schemas';
const LIST = 'paths /pets get';
const ADD = 'paths /pets post';
const GET = 'paths /pets/{petId} get';
const BODY = `${ADD} requestBody content application/json`;
const SHELF = { name: 'X-Shelf', in: 'header', required: true, description: 'A header.' };

const HEADS: Readonly<Record<string, readonly Edit[]>> = {
  'narrower parameters': [
    ['components parameters Limit schema maximum', 50],
    ['components parameters Limit schema minimum', 2],
    [`${LIST} parameters 1 required`, true],
    [`${ADD} parameters 0 schema maxLength`, 64],
    [`${GET} parameters 0 schema`, { type: 'integer', format: 'int64', minimum: 2 }],
  ],
  'other parameters': [
    ['components parameters Limit name', 'count'],
    [`${LIST} parameters 1 schema`, { type: 'string', enum: ['available', 'pending'] }],
    [`${ADD} parameters 0 required`, true],
    [`${GET} parameters 1`, { ...SHELF, schema: { type: 'integer' } }],
  ],
  'narrower bodies': [
    [`${SCHEMAS} PetName maxLength`, 30],
    [`${SCHEMAS} PetStatus enum`, ['available', 'pending']],
    [`${SCHEMAS} NewPet required`, ['name', 'categoryId', 'status']],
    [
      `${SCHEMAS} NewPet properties categoryId`,
      { type: 'integer', format: 'int64', exclusiveMinimum: 1 },
    ],
  ],
  'other bodies': [
    [`${SCHEMAS} NewPet properties status`, undefined],
    [`${SCHEMAS} NewPet properties name`, { type: 'string', pattern: '^[a-z]+$' }],
    [`${SCHEMAS} NewPet properties categoryId`, { type: 'integer', format: 'int32' }],
  ],
  'bodies with conditions': [
    [`${SCHEMAS} NewPet not`, { required: ['status'] }],
    [`${SCHEMAS} NewPet maxProperties`, 2],
    ['x-max-body-bytes', 512],
  ],
  'compositions in bodies': [
    [
      `${SCHEMAS} NewPet properties categoryId`,
      { oneOf: [{ type: 'integer', format: 'int64', minimum: 7 }, { type: 'null' }] },
    ],
    [
      `${SCHEMAS} NewPet properties name`,
      { allOf: [{ $ref: '#/components/schemas/PetName' }, { minLength: 3 }] },
    ],
  ],
  'another media type': [
    [`${BODY}`, undefined],
    [
      `${ADD} requestBody content application/merge-patch+json`,
      { schema: { $ref: '#/components/schemas/NewPet' } },
    ],
  ],
  'a list as a body': [
    [`${BODY} schema`, { type: 'array', items: { $ref: '#/components/schemas/NewPet' } }],
  ],
  'operations removed': [
    ['paths /pets/{petId}', undefined],
    [ADD, undefined],
  ],
};

let folder: string;
let base: TestServer;
let witnesses: Record<string, Witness[]>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-witnesses-'));
  witnesses = await findWitnesses();
  base = await startServer();
  await base.call('/pets', { method: 'POST', json: { name: 'Hambone', categoryId: 1 } });
});
afterAll(async () => {
  await base?.close();
  await rm(folder, { recursive: true });
});

test('there are witnesses of most edits', () => {
  const requests = Object.values(witnesses).flat();
  expect(requests.length).toBeGreaterThanOrEqual(25);
});

test.each(Object.entries(HEADS))(
  '%s: the server before accepts a witness, the server after refuses it',
  async (name, edits) => {
    const found = witnesses[name] ?? [];
    expect(found.length).toBeGreaterThan(0);
    const head = await startServer({ edit: (contract) => applyEdits(contract, edits) });
    try {
      for (const witness of found) {
        const [before, after] = [await send(base, witness), await send(head, witness)];
        expect({ witness, before: `accepted (${before.status})`, after: after.status }).toEqual({
          witness,
          before: witness.before,
          after: parseInt(witness.after, 10),
        });
      }
    } finally {
      await head.close();
    }
  },
);

async function findWitnesses(): Promise<Record<string, Witness[]>> {
  const openapi = join(REPOSITORY, 'openapi.yaml');
  const files: string[] = [];
  for (const [name, edits] of Object.entries(HEADS)) {
    const contract: unknown = parse(await readFile(openapi, 'utf8'));
    applyEdits(contract, edits);
    files.push(join(folder, `${name}.yaml`));
    await writeFile(join(folder, `${name}.yaml`), JSON.stringify(contract));
  }
  const { stdout } = await promisify(execFile)(
    join(REPOSITORY, 'node_modules/.bin/tsx'),
    ['test/support/print-witnesses.ts', openapi, ...files],
    { cwd: join(REPOSITORY, 'packages/review'), maxBuffer: 2 ** 26 },
  );
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(
    Object.keys(HEADS).map((name, index) => {
      const all: Witness[] = JSON.parse(lines[index] ?? '[]');
      return [name, all.filter(({ kind }) => kind === 'request')];
    }),
  );
}

function send(server: TestServer, { method, path, headers, body }: Witness) {
  const { Authorization: _, 'Content-Length': length, ...others } = headers;
  const text = body === undefined ? undefined : JSON.stringify(body).padEnd(Number(length ?? 0));
  return server.call(path, { method, headers: others, ...(text !== undefined && { body: text }) });
}

function applyEdits(contract: unknown, edits: readonly Edit[]): void {
  for (const [path, value] of edits) {
    const keys = path.split(' ');
    const last = keys.pop() ?? '';
    let parent = contract as Record<string, unknown>;
    for (const key of keys) parent = parent[key] as Record<string, unknown>;
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
}
