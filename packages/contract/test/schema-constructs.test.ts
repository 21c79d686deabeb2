// Constructs of schemas that are refused, with their line, by the generator and the linter alike.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '../generator/load-contract.js';

const CONTRACT = join(__dirname, '../../../openapi.yaml');

let folder: string;
let text: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  text = await readFile(CONTRACT, 'utf8');
});
afterAll(() => rm(folder, { recursive: true }));

/** The problems of the contract with this schema, and the line that has `# here`. */
async function problemsWith(schema: string): Promise<{ problems: string[]; line: number }> {
  const component = `    Extra:\n${schema.replaceAll(/^/gm, '      ')}\n    ExtraPart:\n      type: object\n      required: [kind]\n      properties: { kind: { type: string }, a: { type: integer, default: 1 } }\n`;
  const edited = text.replace('\n  schemas:\n', `\n  schemas:\n${component}`);
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, edited);
  const { problems } = await loadContract(file);
  return { problems, line: edited.split('\n').findIndex((row) => row.includes('# here')) + 1 };
}

const PART = '$ref: "#/components/schemas/ExtraPart"';

test.each<[string, string, string]>([
  [
    'a default in an alternative',
    `oneOf:\n  - type: object # here\n    properties: { b: { type: string, default: x } }\n  - { type: object, properties: { c: { type: string } } }`,
    'The alternative has a default, but no `discriminator` says when it is filled in.',
  ],
  [
    'a default of a referenced alternative',
    `anyOf:\n  - { type: object, properties: { c: { type: string } } }\n  - ${PART} # here`,
    'The alternative has a default, but no `discriminator` says when it is filled in.',
  ],
  [
    'a default below a condition',
    `type: object\nproperties: { a: { type: string } }\nnot: # here\n  ${PART}`,
    'A default below `not` is never filled in.',
  ],
  [
    '`multipleOf` of 64-bit integers',
    'type: integer\nformat: int64\nmultipleOf: 2 # here',
    '`multipleOf` would be compared with a rounded number',
  ],
])(
  'when a schema has %s, then the problem has its line and what to write',
  async (_, schema, says) => {
    const { problems, line } = await problemsWith(schema);
    expect(problems).toEqual([
      expect.stringMatching(`^openapi\\.yaml:${line}:\\d+ animal-store/schema-constructs `),
    ]);
    expect(problems[0]).toContain(says);
  },
);

test.each([
  `oneOf: [{ ${PART} }, { type: "null" }]`,
  `oneOf: [{ ${PART} }]\ndiscriminator: { propertyName: kind }`,
  `allOf: [{ ${PART} }, { type: object, properties: { default: { type: string } } }]`,
  'oneOf: [{ type: object, properties: { default: { type: string } } }, { type: string }]',
  'type: integer\nmultipleOf: 2',
])('when a schema is served, then there is no problem: %s', async (schema) => {
  expect((await problemsWith(schema)).problems).toEqual([]);
});
