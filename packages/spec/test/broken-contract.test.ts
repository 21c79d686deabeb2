// Contracts that stop a build: those that cannot be parsed, and those that break a required rule.
import { CONTRACT, load } from './support/load.js';

/** @throws an Error if the text is not in the contract. */
function edit(before: string | RegExp, after: string): string {
  const edited = CONTRACT.replace(before, after);
  if (edited === CONTRACT) throw new Error(`the contract does not contain ${before}`);
  return edited;
}

async function problemsOf(contract: string | Buffer): Promise<string[]> {
  return (await load(contract)).problems;
}

/** The position of the first line that contains `part`, as the generator prints it. */
function positionOf(contract: string, part: string): string {
  return `openapi.yaml:${contract.slice(0, contract.indexOf(part)).split('\n').length}:`;
}

/** What the contract has, its text, a part of the line that has the problem, and what that says. */
type Broken = [string, () => string, string, RegExp];

/** Required rules: packages/review/test/cases. These are about the whole file. */
test.each<Broken>([
  ['an empty file', () => '', '', /contains no value/],
  ['nothing but a comment', () => '# later\n', '', /contains no value/],
  ['null', () => 'null\n', '', /contains no value/],
  ['an array', () => '- a\n- b\n', '', /contains an array/],
  ['a string', () => 'hello\n', '', /contains a string/],
  ['another version', () => edit('openapi: 3.1.0', 'openapi: 9.9.9'), 'openapi: 9', /"9\.9\.9"/],
  ['a version of two numbers', () => edit(': 3.1.0', ': 3.1'), 'openapi: 3', /3\.1\./],
  ['no version', () => edit('openapi: 3.1.0\n', ''), 'info:', /got no value/],
  [
    'two documents',
    () => `${CONTRACT}---\nopenapi: 3.1.0\n`,
    '---\nopenapi',
    /second YAML document/,
  ],
])(
  'when the contract has %s, then it is rejected at its position',
  async (_, broken, part, says) => {
    const contract = broken();
    const problems = await problemsOf(contract);
    const position = part === '' ? 'openapi.yaml:1:1 ' : positionOf(contract, part);
    expect(problems.find((problem) => problem.startsWith(position))).toMatch(says);
  },
);

test('when the schema of a parameter does not resolve, then there is no other problem', async () => {
  const contract = edit(/(- name: status\n(?:.*\n)*?.*schemas\/)PetStatus/, '$1Nope');
  expect(await problemsOf(contract)).toEqual([expect.stringContaining('reference-places')]);
});

test('when the contract is not UTF-8, then it is rejected at the first invalid character', async () => {
  const contract = edit('title: Animal Store', 'title: Animal Störe');
  expect(await problemsOf(Buffer.from(contract, 'latin1'))).toEqual([
    expect.stringMatching(
      `^${positionOf(contract, 'Störe')}\\d+ parse-error The file is not valid UTF-8`,
    ),
  ]);
  expect(await problemsOf(contract)).toEqual([]);
});

test('when a schema has itself as a part, then it is not a circular reference', async () => {
  const tree = `    Tree:\n      type: object\n      properties:\n        parts: { type: array, items: { $ref: "#/components/schemas/Tree" } }\n`;
  expect(await problemsOf(CONTRACT + tree)).toEqual([]);
});

test('when the contract starts with a byte order mark or `---`, then it has no problems', async () => {
  expect(await problemsOf(`\uFEFF${CONTRACT}`)).toEqual([]);
  expect(await problemsOf(`# A contract.\n---\n${CONTRACT}`)).toEqual([]);
});
