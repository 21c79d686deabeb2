// Linter: its rules, each with an edit that breaks it, what the build adds, and the fixes.
import { readFile } from 'node:fs/promises';
import { bundleContract, formatProblem, getIn } from '@animal-store/spec';
import { parse } from 'yaml';
import { fixProblems } from '../src/lint/fix-problems.js';
import { lintContract } from '../src/lint/lint-contract.js';
import { CONTRACT_FILE } from '../src/repository.js';
import { withTemporaryFolder } from '../src/temporary-folder.js';
import { readToday } from '../src/user-input.js';
import { readCases, readTexts } from './support/cases.js';
import { all, edited, FIXTURE, remove, set, write } from './support/edit-contract.js';

const TODAY = '2026-11-20';
const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';

async function lintText(text: string | Buffer, today = TODAY): Promise<string[]> {
  return withTemporaryFolder(async (folder) => {
    const problems = await lintContract(await write(folder, 'openapi.yaml', text), today);
    return problems.map((problem) => formatProblem(problem).replace(`${folder}/`, ''));
  });
}

test('when the contract is linted, then it has no problems', async () => {
  expect(await lintContract(CONTRACT_FILE, readToday(undefined))).toEqual([]);
});

test('when the fixture is linted, then it has no problems, so that those of an edit are its own', async () => {
  expect(await lintContract(FIXTURE, TODAY)).toEqual([]);
});

test.each(readCases('lint.yaml'))(
  'when the contract has $name, then it is a problem',
  async ({ edit, says }) => {
    const problems = await lintText(await edited(edit));
    expect(problems).toContainEqual(expect.stringMatching(says));
    for (const problem of problems) expect(problem).toMatch(/^openapi\.yaml:\d+:\d+ \S+ \S/);
  },
);

test.each(readTexts())('when the text has $name, then it is a problem', async (row) => {
  const { replace, write: instead, says } = row;
  const text = await readFile(FIXTURE, 'utf8');
  expect(text).toContain(replace);
  const problems = await lintText(text.replace(replace, () => instead));
  expect(problems).toContainEqual(expect.stringMatching(says));
  expect(problems.join('\n')).not.toMatch(/\n\s+at /);
});

test('when comments stand behind numbers, keys, lists and quoted texts, then they are no problem', async () => {
  const text = await readFile(FIXTURE, 'utf8');
  const places = ['86400', 'PetStatus:', 'sold]', 'summary: "List" '];
  const commented = places.reduce(
    (all, place) => all.replace(place, `${place} # note`),
    text.replace('summary: List animals', 'summary: "List" '),
  );
  expect(commented.match(/# note/g)).toHaveLength(places.length);
  expect(await lintText(commented)).toEqual([]);
});

test('when a file that the contract refers to has problems, then they have its name and line', async () => {
  const text = (await readFile(FIXTURE, 'utf8')).replace(
    '#/components/schemas/PetName',
    './openapi/pet.yaml#/Nick',
  );
  await withTemporaryFolder(async (folder) => {
    await write(
      folder,
      'openapi/pet.yaml',
      'Nick:\n  type: string\n  pattern: ^(a+)+$\n  example: 7\n  description: 2030-12-05\n',
    );
    const problems = await lintContract(await write(folder, 'openapi.yaml', text), TODAY);
    const found = problems.map((problem) => formatProblem(problem).replace(`${folder}/`, ''));
    expect(found).toContainEqual(expect.stringMatching(/^openapi\/pet\.yaml:3:12 \S+patterns /));
    expect(found).toContainEqual(
      expect.stringMatching(/^openapi\/pet\.yaml:4:12 \S+valid-examples /),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^openapi\/pet\.yaml:5:16 \S+quoted-literals /),
    );
  });
});

test.each([
  ['2030-12-04', 0],
  ['2030-12-05', 1],
])('when it is %s, then %d sunsets have passed', async (today, count) => {
  const problems = await lintText(await edited(() => {}), today);
  expect(problems.filter((problem) => problem.includes('has passed'))).toHaveLength(count);
});

test.each([
  [
    'a value of an enum twice',
    set('components schemas PetStatus enum 3', 'sold'),
    /has "sold" twice/,
  ],
  [
    'nullable beside a reference',
    set('components schemas NewPet properties status nullable', true),
    /`nullable` is a keyword of OpenAPI 3\.0/,
  ],
])('when the contract has %s, then one problem says so', async (_name, edit, says) => {
  expect(await lintText(await edited(edit))).toEqual([expect.stringMatching(says)]);
});

test('when a shared header is optional, then it is a problem once, where it is described', async () => {
  const edit = remove('components headers X-RateLimit-Limit required');
  const problems = await lintText(await edited(edit));
  expect(problems).toEqual([
    expect.stringMatching(/standard-parts The 200 response must declare .* X-RateLimit-Limit with/),
  ]);
});

test('when the contract leaves out what each operation has, then the build adds it', async () => {
  const edit = all(
    remove(`${LIST} responses 429`),
    remove('paths /pets post responses 409'),
    remove('paths /pets post responses 422'),
    remove(`${LIST} responses 200 headers RateLimit`),
    remove('components responses NotFound headers X-Request-Id'),
    remove('paths /pets post responses 201 headers Idempotency-Replayed'),
    ...['Deprecation', 'Sunset', 'Link'].map((name) =>
      remove(`${GET} responses 200 headers ${name}`),
    ),
  );
  await withTemporaryFolder(async (folder) => {
    const file = await write(folder, 'openapi.yaml', await edited(edit));
    const { bundle } = await bundleContract(file);
    const { bundle: whole } = await bundleContract(FIXTURE);
    expect(bundle?.document).toEqual(whole?.document);
    expect(await lintContract(file, TODAY)).toEqual([]);
  });
});

test.each([
  [409, 'idempotency_in_progress'],
  [422, 'idempotency_mismatch'],
  [400, 'invalid_request'],
])(
  "when an operation has a %d of its own, then the server's is beside it",
  async (status, code) => {
    const example = { code: 'taken', message: 'Taken.', status };
    const media = { schema: { $ref: '#/components/schemas/Error' }, example };
    const place = `paths /pets post responses ${status}`;
    const edit = all(
      set('components schemas ErrorCode enum 13', 'taken'),
      set('components responses Taken', {
        description: 'A',
        content: { 'application/json': media },
      }),
      set(place, { $ref: '#/components/responses/Taken' }),
    );
    await withTemporaryFolder(async (folder) => {
      const file = await write(folder, 'openapi.yaml', await edited(edit));
      const { bundle } = await bundleContract(file);
      const reply = getIn(bundle?.document, ...place.split(' '));
      const examples = { taken: { value: example }, [code]: { value: { code, status } } };
      expect(reply).toMatchObject({ description: expect.stringMatching(/^A\n\n./), headers: {} });
      expect(getIn(reply, 'content', 'application/json')).toMatchObject({ examples });
      expect(await lintContract(file, TODAY)).toEqual([]);
    });
  },
);

test('when problems have one fix, then `--fix` writes it, and leaves the rest of the file alone', async () => {
  const text = await readFile(FIXTURE, 'utf8');
  const edits: [string, string][] = [
    ['"2030-12-05"', '2030-12-05'],
    ['          in: path\n          required: true\n', '          in: path\n'],
    [
      '      required: true\n      schema: { type: integer, minimum: 1 }',
      '      schema: { type: integer, minimum: 1 }',
    ],
  ];
  const broken = edits.reduce((all, [whole, part]) => {
    expect(all).toContain(whole);
    return all.replace(whole, part);
  }, text);
  await withTemporaryFolder(async (folder) => {
    const file = await write(folder, 'openapi.yaml', broken);
    const problems = await lintContract(file, TODAY);
    expect(await fixProblems(problems, () => file)).toBe(edits.length);
    expect(await lintContract(file, TODAY)).toEqual([]);
    const fixed = await readFile(file, 'utf8');
    expect(parse(fixed)).toEqual(parse(text));
    expect(fixed.match(/#.*/g)).toEqual(text.match(/#.*/g));
  });
});

test('when a response writes a standard header, then it stays as it is written', async () => {
  const own = { description: 'Our own.', required: true, schema: { type: 'string' } };
  const header = `${LIST} responses 200 headers RateLimit`;
  const text = await edited(set(header, own));
  await withTemporaryFolder(async (folder) => {
    const { bundle } = await bundleContract(await write(folder, 'openapi.yaml', text));
    expect(getIn(bundle?.document, ...header.split(' '))).toEqual(own);
  });
});
