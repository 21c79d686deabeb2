// What stops a build, with the place and the reason of each: contracts that cannot be read, and such that make wrong code.
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

/** @throws an Error if the text is not in the contract. */
function edit(before: string | RegExp, after: string): string {
  const edited = text.replace(before, after);
  if (edited === text) throw new Error(`the contract has no «${before}»`);
  return edited;
}

async function faultsOf(contract: string | Buffer): Promise<string[]> {
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, contract);
  const { document, faults } = await loadContract(file);
  expect(document === undefined).toBe(faults.length > 0);
  return faults;
}

/** The place of the line that has the text, as the generator names it. */
function placeOf(contract: string, part: string): string {
  return `openapi.yaml:${contract.slice(0, contract.indexOf(part)).split('\n').length}:`;
}

/** Among the schemas, which stand last. */
const withSchemas = (schemas: string) => `${text}${schemas}`;
const withoutBlock = (key: string) => edit(new RegExp(`^${key}:\\n(?:(?:[ #].*)?\\n)+`, 'm'), '');

test('the contract has no faults', async () => {
  expect(await faultsOf(text)).toEqual([]);
});

test.each<[string, () => string, string, RegExp]>([
  [
    'a schema that is itself',
    () => withSchemas('    Loop:\n      $ref: "#/components/schemas/Loop" # here\n'),
    '# here',
    /#\/components\/schemas\/Loop leads back to itself/,
  ],
  [
    'a schema that is another that is it',
    () =>
      withSchemas(
        '    One:\n      $ref: "#/components/schemas/Two" # here\n    Two:\n      $ref: "#/components/schemas/One"\n',
      ),
    '# here',
    /schemas\/Two leads back to itself/,
  ],
  ['no paths', () => withoutBlock('paths'), 'openapi: 3', /must have `paths`/],
  [
    'no operation',
    () => edit(/^paths:\n(?:(?:[ #].*)?\n)+/m, 'paths: {}\n'),
    'paths: {}',
    /`paths`/,
  ],
  ['no servers', () => withoutBlock('servers'), 'openapi: 3', /must have `servers`/],
  ['an empty file', () => '', '', /not nothing/],
  ['a comment alone', () => '# later\n', '', /not nothing/],
  ['null', () => 'null\n', '', /not nothing/],
  ['a list', () => '- a\n- b\n', '', /not a list/],
  ['a word', () => 'hello\n', '', /not a string/],
  ['another version', () => edit('openapi: 3.1.0', 'openapi: 9.9.9'), 'openapi: 9', /"9\.9\.9"/],
  [
    'a version of two numbers',
    () => edit('openapi: 3.1.0', 'openapi: 3.1'),
    'openapi: 3',
    /3\.1\./,
  ],
  ['no version', () => edit('openapi: 3.1.0\n', ''), 'info:', /not nothing/],
  ['two documents', () => `${text}---\nopenapi: 3.1.0\n`, '---\nopenapi', /second document/],
  ['two addresses', () => edit(/staging(.*)\/v1/, 'staging$1/v2'), '/v2', /in the same path/],
  ['a relative address', () => edit(/https:.*\/v1/, '/v1'), 'url: /v1', /must be absolute/],
  [
    'no numbers for strangers',
    () => edit(/ free:\n.*\n.*\n/, ' free: custom\n'),
    'x-rate-limit-plans:',
    /plan `free`/,
  ],
  [
    'a ban misspelt',
    () => edit('x-rate-limit-ban:', 'x-rate-limit-bann:'),
    'openapi: 3',
    /rate-limit-ban/,
  ],
  [
    'a body of no size',
    () => edit(/x-max-body-bytes: .*/, 'x-max-body-bytes: big'),
    'x-max-body-bytes: b',
    /above 0/,
  ],
  [
    'a sunset that is no day',
    () => edit('"2030-12-05"', 'soon'),
    'sunset: soon',
    /day of the calendar/,
  ],
  [
    'no such successor',
    () => edit('successor: listPets', 'successor: nope'),
    'successor: nope',
    /"nope"/,
  ],
  [
    'an operation head',
    () => edit(/(orders:\n {4})get:/, '$1head:'),
    ' head:',
    /No operation can be `head`/,
  ],
  ['an operation trace', () => edit(/(orders:\n {4})get:/, '$1trace:'), ' trace:', /`trace`/],
  [
    'an operation options',
    () => edit(/(orders:\n {4})get:/, '$1options:'),
    ' options:',
    /`options`/,
  ],
  [
    'a parameter in a cookie',
    () => edit('in: query', 'in: cookie'),
    'in: cookie',
    /not in "cookie"/,
  ],
])('%s is refused at its place', async (_, broken, part, says) => {
  const contract = broken();
  const faults = await faultsOf(contract);
  const place = part === '' ? 'openapi.yaml:1:1 ' : placeOf(contract, part);
  expect(faults).toContainEqual(expect.stringContaining(place));
  expect(faults.find((fault) => fault.startsWith(place))).toMatch(says);
});

test.each(['list-orders', 'constructor', '__proto__', 'toString', 'delete', 'then', '9lives'])(
  'the operationId %s is refused at its place',
  async (name) => {
    const contract = edit('operationId: listOrders', `operationId: ${name}`);
    expect(await faultsOf(contract)).toEqual([
      expect.stringMatching(`^${placeOf(contract, `Id: ${name}`)}20 house/operation-names `),
    ]);
  },
);

test('a text that is not UTF-8 is refused at its first such character', async () => {
  const contract = edit('title: Animal Store', 'title: Animal Störe');
  expect(await faultsOf(Buffer.from(contract, 'latin1'))).toEqual([
    expect.stringMatching(`^${placeOf(contract, 'Störe')}\\d+ readable The file is not UTF-8`),
  ]);
  expect(await faultsOf(contract)).toEqual([]);
});

test('a schema that has itself as a part is none that is itself', async () => {
  const tree = `    Tree:\n      type: array\n      items:\n        $ref: "#/components/schemas/Tree"\n`;
  expect(await faultsOf(withSchemas(tree))).toEqual([]);
});

test('a mark of the byte order, and a line `---` before the contract, are no faults', async () => {
  expect(await faultsOf(`\uFEFF${text}`)).toEqual([]);
  expect(await faultsOf(`# A contract.\n---\n${text}`)).toEqual([]);
});
