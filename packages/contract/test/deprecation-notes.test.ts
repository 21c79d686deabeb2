// Dates of deprecations in the generated types.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { withDeprecationNote } from '../generator/deprecation-notes.js';

const PACKAGE = join(__dirname, '..');
const REPOSITORY = join(PACKAGE, '../..');
const TSX = join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs');
const DEPRECATED = {
  deprecated: true,
  'x-deprecated-since': '2026-01-01',
  'x-deprecated-sunset': '2030-12-05',
};
const TAG = '@deprecated Deprecated since 2026-01-01; may be removed from 2030-12-05\\.';

/** By name: the property and the text of its type. */
const PROPERTIES: Readonly<Record<string, [object, string]>> = {
  plain: [{ type: 'string' }, `\\* ${TAG}\n *\\*/\n *plain\\?: string;`],
  described: [
    { type: 'string', description: 'A nickname.' },
    `\\* ${TAG}\n *\\* @description A nickname\\.\n *\\*/\n *described\\?: string;`,
  ],
  long: [
    { type: 'string', description: '\nA nickname.\nShort.\n' },
    `\\* ${TAG}\n *\\* @description A nickname\\.\n *\\* +Short\\.\n *\\*/\n *long\\?: string;`,
  ],
  day: [
    { type: 'string', format: 'date', example: '2026-01-01' },
    `\\* Format: date\n *\\* ${TAG}\n *\\* @example 2026-01-01\n *\\*/\n *day\\?: string;`,
  ],
  name2: [
    { $ref: '#/components/schemas/PetName' },
    `\\* ${TAG}\n *\\*/\n *name2\\?: components\\["schemas"\\]\\["PetName"\\];`,
  ],
};

let folder: string;
const types: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-types-'));
  const contract = parse(await readFile(join(REPOSITORY, 'openapi.yaml'), 'utf8'));
  const { properties } = contract.components.schemas.NewPet;
  for (const [name, [schema]] of Object.entries(PROPERTIES))
    properties[name] = { ...schema, ...DEPRECATED };
  Object.assign(contract.components.parameters.Limit, DEPRECATED);
  await writeFile(join(folder, 'openapi.yaml'), stringify(contract));
  const generator = join(PACKAGE, 'generator/main.ts');
  execFileSync(process.execPath, [TSX, generator, join(folder, 'openapi.yaml'), folder]);
  for (const name of ['types', 'received-types'])
    types[name] = await readFile(join(folder, `${name}.ts`), 'utf8');
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(['types', 'received-types'])('%s.ts', (file) => {
  test.each(Object.entries(PROPERTIES))(
    'when the property %s is deprecated, then its tag has both dates',
    (_name, [, says]) => expect(types[file]).toMatch(new RegExp(says)),
  );

  test('when a parameter is deprecated, then its tag has both dates', () => {
    expect(types[file]).toMatch(new RegExp(`${TAG}\n *\\* @description Maximum number of items`));
  });

  test('when an operation is deprecated, then its tag has both dates', () => {
    expect(types[file]).toMatch(
      /@deprecated Deprecated since \S+; may be removed from \S+\n *\* @description Returns the animal/,
    );
  });

  test('when notes are moved to the tags, then nothing of them is left', () => {
    expect(types[file]).not.toContain('†');
    expect(types[file]).not.toMatch(/@description\s*\n *\*\//);
  });
});

test('when a property is named deprecated, then nothing is', () => {
  expect(withDeprecationNote({ deprecated: true })).toEqual({ deprecated: true });
});
