import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '../generated/document.js';
import { hoistParameters } from '../generator/hoist-parameters.js';
import type { ContractDocument } from '../src/document.js';

const REPOSITORY = join(__dirname, '../../..');
const TSX = join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs');
const GENERATOR = join(REPOSITORY, 'packages/contract/generator/main.ts');

let folder: string;
let contract: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  contract = await readFile(join(REPOSITORY, 'openapi.yaml'), 'utf8');
});
afterEach(() => rm(folder, { recursive: true }));

/** @throws an Error if the text is not in the contract. */
function edit(before: string, after: string): void {
  if (!contract.includes(before)) throw new Error(`the contract does not contain ${before}`);
  contract = contract.replace(before, after);
}

async function generate(): Promise<{ exitCode: number; stderr: string }> {
  await writeFile(join(folder, 'openapi.yaml'), contract);
  const args = [TSX, GENERATOR, 'openapi.yaml', 'generated'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, _stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stderr });
    });
  });
}

async function generated(file: string): Promise<string> {
  return readFile(join(folder, 'generated', file), 'utf8');
}

async function generatedDocument(): Promise<ContractDocument> {
  const text = await generated('document.ts');
  return JSON.parse(text.slice(text.indexOf(' = ') + 3, text.lastIndexOf(';')));
}

/** The position of the last occurrence of the text, as the generator prints it. */
function positionOf(text: string, column: number): string {
  const line = contract.slice(0, contract.lastIndexOf(text)).split('\n').length;
  return `openapi.yaml:${line}:${column}`;
}

describe('a parameter of a path', () => {
  const PARAMETER = `      parameters:
        - name: tenant
          in: query
          schema:
            type: string
            default: main
`;

  beforeEach(async () => {
    edit(
      '  /pets:\n',
      `  /pets:\n    summary: The animals.\n    description: All of them.\n${PARAMETER.replace(/^ {2}/gm, '')}`,
    );
  });

  test('when code is generated, then each operation has it in the document, the types and the defaults', async () => {
    expect(await generate()).toEqual({ exitCode: 0, stderr: '' });
    const document = await generatedDocument();
    const pets = document.paths['/pets'] ?? {};
    expect(Object.keys(pets).sort()).toEqual(['get', 'post']);
    for (const operation of Object.values(pets)) {
      expect(operation.parameters?.[0]).toMatchObject({ name: 'tenant', in: 'query' });
    }
    expect(document.paths['/store/orders']?.get?.parameters).not.toContainEqual(
      expect.objectContaining({ name: 'tenant' }),
    );
    expect(await generated('defaults.ts')).toMatch(
      /listPets: .*"tenant".*\n.*createPet: .*"tenant"/,
    );
    const types = await generated('types.ts');
    expect(types.slice(types.indexOf('export interface operations'))).toContain('tenant?: string');
  });
});

describe('a parameter of a path with the name of another', () => {
  const shared = { name: 'limit', in: 'query', schema: { maximum: 1 } } as const;
  const other = { name: 'limit', in: 'header', schema: { maximum: 2 } } as const;
  const own = { name: 'limit', in: 'query', schema: { maximum: 3 } } as const;

  function hoist(parameters: readonly unknown[], ofOperation: readonly unknown[]) {
    const components = { ...document.components, parameters: { Own: own } };
    const get = { ...document.paths['/pets']?.get, parameters: ofOperation };
    const item = JSON.parse(JSON.stringify({ get, parameters }));
    const { paths } = hoistParameters({ ...document, components, paths: { '/pets': item } });
    return paths['/pets']?.get?.parameters;
  }

  test('when an operation has one with the same name and location, then that one wins', () => {
    expect(hoist([shared, other], [own])).toEqual([other, own]);
  });

  test('when that one is a reference, then it wins too', () => {
    const reference = { $ref: '#/components/parameters/Own' };
    expect(hoist([shared, other], [reference])).toEqual([other, reference]);
  });
});

describe('an invalid contract', () => {
  test.each<[string, string, string, string, number]>([
    [
      'invalid YAML',
      'title: Animal Store',
      'title: [Animal Store',
      `version: ${document.info.version}`,
      3,
    ],
    [
      'an unresolved reference',
      'schemas/NewPet"',
      'schemas/Nope"',
      '$ref: "#/components/schemas/Nope"',
      15,
    ],
    [
      'a duplicate operationId',
      'operationId: listOrders',
      'operationId: listPets',
      'operationId: listPets',
      7,
    ],
    [
      'an unknown keyword',
      '      operationId: listPets\n',
      '      operationId: listPets\n      colour: red\n',
      'colour: red',
      7,
    ],
  ])(
    'when it has %s, then the generator prints file, line and column, exits with 1 and writes nothing',
    async (_, before, after, place, column) => {
      edit(before, after);
      const { exitCode, stderr } = await generate();
      expect(stderr).toMatch(
        /^openapi\.yaml is not a valid contract:\n {2}openapi\.yaml:\d+:\d+ \S.*\n$/,
      );
      expect(stderr).toContain(`  ${positionOf(place, column)} `);
      expect(exitCode).toBe(1);
      expect(await readdir(folder)).toEqual(['openapi.yaml']);
    },
  );
});
