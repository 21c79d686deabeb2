// Parameters that are refused, with their line, by the generator and the linter alike.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '../generator/load-contract.js';

const CONTRACT = join(__dirname, '../../../openapi.yaml');
const BEFORE = '      parameters:\n        - $ref: "#/components/parameters/Limit"\n';

let folder: string;
let text: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  text = await readFile(CONTRACT, 'utf8');
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * The problems of the contract with these lines as a parameter of listPets, and the line that has `# here`. Rules for all
 * schemas find problems in some of them too, which are left out.
 */
async function problemsWith(lines: string): Promise<{ problems: string[]; line: number }> {
  const edited = text.replace(BEFORE, `${BEFORE}${lines.replaceAll(/^/gm, '        ')}\n`);
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, edited);
  const { problems } = await loadContract(file);
  const own = problems.filter((problem) => !problem.includes('/keyword-types '));
  return { problems: own, line: edited.split('\n').findIndex((row) => row.includes('# here')) + 1 };
}

const QUERY = '- name: x\n  in: query\n';

test.each<[string, string, string]>([
  [
    'an object',
    `${QUERY}  schema: # here\n    type: object`,
    'may be an object: write a parameter for each property, or a request body',
  ],
  [
    'several types',
    `${QUERY}  schema: { type: [string, integer] } # here`,
    'may be of several types (string, integer), which its text does not tell apart: keep one of them',
  ],
  ['no type', `${QUERY}  schema: {} # here`, 'has no type: add one, such as `type: string`'],
  [
    'nested lists',
    `${QUERY}  schema:\n    type: array\n    items: # here\n      type: array\n      items: { type: string }`,
    'has items that are lists: write a request body',
  ],
  [
    'a list of pages',
    `${QUERY}  schema:\n    type: array\n    items: { $ref: "#/components/schemas/Pet" } # here`,
    'has items that may be an object: write a parameter for each property, or a request body',
  ],
  [
    'a referenced object',
    `${QUERY}  schema: { $ref: "#/components/schemas/NewPet" } # here`,
    'may be an object: write a parameter for each property, or a request body',
  ],
  [
    'a nullable string',
    `${QUERY}  schema: { type: [string, "null"] } # here`,
    'may be null, which is sent as an empty text, and may be an empty string: add `minLength: 1`',
  ],
])(
  'when a parameter has %s, then the problem has its line and what to write',
  async (_, lines, says) => {
    const { problems, line } = await problemsWith(lines);
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(`^openapi\\.yaml:${line}:\\d+ animal-store/parameter-types `),
      ),
    ]);
    expect(problems[0]).toContain(`The parameter "x" ${says}.`);
  },
);

test('when a reference of a parameter does not resolve, then there is no other problem', async () => {
  const { problems } = await problemsWith(
    `${QUERY}  schema: { $ref: "#/components/schemas/Nope" } # here`,
  );
  expect(problems).toEqual([expect.stringContaining('no-unresolved-refs')]);
});

test('when the schema of a parameter is in another file, then it is followed there', async () => {
  await writeFile(
    join(folder, 'types.yaml'),
    'Ids: { type: array, items: { $ref: "#/Id" } }\nId: { type: object }\n',
  );
  const { problems, line } = await problemsWith(
    `${QUERY}  schema: { $ref: "types.yaml#/Ids" } # here`,
  );
  expect(problems).toEqual([
    expect.stringMatching(`:${line}:\\d+ animal-store/parameter-types .* has items`),
  ]);
});
