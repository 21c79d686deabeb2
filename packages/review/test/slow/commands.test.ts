// Output and exit codes of the commands: 0 and 1 are verdicts, 2 means that no verdict was possible.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository, type RepositoryCopy, smallerBodies } from '../support/repository-copy.js';

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await copyRepository();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

const noBodies = (text: string) => text.replace(/^x-max-body-bytes: \d+$/m, 'x-max-body-bytes: 0');
const otherTitle = (text: string) => text.replace(/^ {2}title: .*$/m, '  title: Another');
const broken = (text: string) => text.replace(/^paths:$/m, 'paths: [');

describe('spec lint', () => {
  test('when there is no problem, then it exits with 0', async () => {
    expect(await copy.run('lint')).toEqual({
      exitCode: 0,
      stdout: 'The contract has no problems.\n',
      stderr: '',
    });
  });

  test('when a file with a problem is named, then it exits with 1 and prints its path from the repository', async () => {
    await copy.write('drafts/next.yaml', noBodies(await copy.read('openapi.yaml')));
    const { exitCode, stdout } = await copy.run('lint', 'drafts/next.yaml');
    expect(stdout).toMatch(
      /^drafts\/next\.yaml:\d+:19 animal-store\/contract-schema .*\n(?:.*)\n1 problem\.\n$/,
    );
    expect(exitCode).toBe(1);
  });

  test('when today is a sunset, then it exits with 1 and names the operation', async () => {
    const { exitCode, stdout } = await copy.run('lint', '--today', '2031-01-01');
    expect(stdout).toMatch(/^openapi\.yaml:\d+:\d+ animal-store\/deprecation The sunset \S+ has/);
    expect(exitCode).toBe(1);
  });
});

describe('spec diff', () => {
  test('when there is no breaking change, then it exits with 0', async () => {
    await copy.edit(otherTitle);
    const { exitCode, stdout } = await copy.run('diff');
    expect(stdout).toMatch(/^Compared with [0-9a-f]{12} \(the last commit: .*\)\.\n/);
    expect(stdout).toMatch(/\nWire: .* No breaking changes\. .*\n$/);
    expect(exitCode).toBe(0);
  });

  test('when Markdown or JSON is requested, then it is printed', async () => {
    await copy.edit(smallerBodies);
    const [markdown, json] = [
      await copy.run('diff', '--markdown'),
      await copy.run('diff', '--json'),
    ];
    expect(markdown.stdout).toMatch(/^## Contract changes\n[\s\S]*### Breaking \(major\)\n/);
    expect(JSON.parse(json.stdout)).toMatchObject({
      base: expect.stringMatching(/^[0-9a-f]{12} \(the last commit: /),
      level: 'major',
      nextVersion: '2.0.0',
      admissible: false,
      changes: [
        {
          wire: 'major',
          source: 'patch',
          message: expect.stringContaining('x-max-body-bytes'),
          witness: { kind: 'request', method: 'POST', after: expect.stringMatching(/^413/) },
        },
      ],
    });
    expect([markdown.exitCode, json.exitCode]).toEqual([1, 1]);
  });
});

test.each<[command: string, args: string[], says: RegExp]>([
  ['lint', ['one.yaml', 'two.yaml'], /\nusage: npm run spec -- lint/],
  ['lint', ['--fixed'], /\nusage: npm run spec -- lint/],
  ['diff', ['--today', '2026-02-30'], /^--today must be .* \(got "2026-02-30"\)\.\n$/],
  ['diff', ['--usage', 'package.json'], /^package\.json does not exist\.\n$/],
  ['diff', ['nope'], /^Unknown git revision: nope\.\n$/],
  ['diff', ['HEAD', 'main'], /also got main\)\.\nusage: npm run spec -- diff/],
  ['diff', ['--json', '--markdown'], /cannot be combined\.\nusage: npm run spec -- diff/],
  ['preview', [], /\nusage: npm run spec -- preview FOLDER/],
])('when spec %s gets %j, then it exits with 2 and says why', async (command, args, says) => {
  const { exitCode, stdout, stderr } = await copy.run(command, ...args);
  expect(stderr).toMatch(says);
  expect([exitCode, stdout]).toEqual([2, '']);
});

test('when a contract has several files, then changes are found in each, then and now', async () => {
  const file = 'openapi/schemas/status.yaml';
  const before = await copy.read('openapi.yaml');
  const block = /^ {4}PetStatus:\n(?: {6}.*\n|\n)+/m.exec(before)?.[0] ?? '';
  const withoutLast = (text: string) => text.replace(/^ +- \w+\n(?! +- )/m, '');

  await copy.edit((text) =>
    text.replace(block, '').replaceAll('#/components/schemas/PetStatus', `./${file}#/PetStatus`),
  );
  const moved = block.replaceAll(/^ {4}/gm, '');
  await copy.write(file, moved);
  const { exitCode, stdout, stderr } = await copy.run('diff');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/\nNo changes\.\n$/);
  expect((await copy.run('lint')).stdout).toBe('The contract has no problems.\n');

  await copy.commit();
  await copy.write(file, withoutLast(moved));
  const edited = await copy.run('diff');
  expect(edited.stdout).toMatch(/^Compared with [0-9a-f]{12} \(the last commit: /);
  expect(edited.stdout).toMatch(
    /^major +\w+ +openapi\/schemas\/status\.yaml:\d+:\d+ {2}.*lost values/m,
  );
  expect(edited.exitCode).toBe(1);

  await rm(join(copy.folder, file));
  await copy.write('openapi.yaml', before.replace(block, withoutLast(block)));
  const gone = await copy.run('diff', '--markdown');
  expect(gone.stderr).toBe('');
  expect(gone.stdout).toMatch(/ lost values: .* \| openapi\.yaml:\d+:\d+ \|$/m);
});

test('when the base breaks a rule that is newer, then it is compared nevertheless', async () => {
  await copy.edit((text) => text.replace(/^x-max-body-bytes: .*$/m, 'x-max-body-bytes: many'));
  await copy.commit();
  await copy.edit((text) => text.replace('x-max-body-bytes: many', 'x-max-body-bytes: 16384'));
  const { exitCode, stdout, stderr } = await copy.run('diff');
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/`x-max-body-bytes` changed from "many" to 16384/);
});

describe('bad input', () => {
  /** The lines of both outputs, without the count of problems. */
  const linesOf = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
    `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !/^\d+ problem/.test(line));

  test.each(['lint', 'diff'] as const)(
    'when a contract is not YAML, then spec %s exits with 2 and says which, and the position',
    async (command) => {
      const position = expect.stringMatching(/^openapi\.yaml:\d+:\d+ parse-error /);
      await copy.edit(broken);
      const head = await copy.run(command);
      expect([head.exitCode, ...linesOf(head)]).toEqual([2, position]);
      if (command === 'lint') return;
      await copy.commit();
      await copy.edit((text) => text.replace(/^paths: \[$/m, 'paths:'));
      const base = await copy.run(command, 'HEAD');
      const heading = 'The contract before the change cannot be read:';
      expect([base.exitCode, ...linesOf(base)]).toEqual([2, heading, position]);
    },
  );

  test.each([
    ['is missing', undefined, 'no such file or directory'],
    ['is a folder', 'openapi.yaml/part.yaml', 'illegal operation on a directory'],
  ])('when the contract %s, then it exits with 2 and says so', async (_name, file, reason) => {
    await rm(join(copy.folder, 'openapi.yaml'));
    if (file !== undefined) await copy.write(file, '');
    const result = await copy.run('lint');
    expect([result.exitCode, ...linesOf(result)]).toEqual([
      2,
      `openapi.yaml:1:1 parse-error The file cannot be read: ${reason}.`,
    ]);
    await rm(join(copy.folder, 'openapi.yaml'), { recursive: true, force: true });
  });

  test('when a changeset is not YAML, then it exits with 2 and names the file', async () => {
    await copy.write('.changeset/odd-cats.md', '---\n"@animal-store/sdk": [\n---\n\nSmaller.\n');
    const result = await copy.run('diff', 'HEAD');
    expect(linesOf(result)).toEqual([expect.stringContaining('.changeset/odd-cats.md')]);
    expect(result.exitCode).toBe(2);
  });

  test('when there is no folder of changesets, then nothing is announced', async () => {
    await rm(join(copy.folder, '.changeset'), { recursive: true });
    const { exitCode, stderr } = await copy.run('diff', 'HEAD');
    expect([exitCode, stderr]).toEqual([0, '']);
  });
});

test("when the SDK's version changes, then set-version writes it into the contract, and nothing else", async () => {
  const before = await copy.read('openapi.yaml');
  const manifest = await copy.read('packages/sdk/package.json');
  await copy.write(
    'packages/sdk/package.json',
    manifest.replace(/"version": "[^"]+"/, '"version": "7.8.9"'),
  );
  expect(await copy.run('set-version')).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^openapi\.yaml: info\.version is 7\.8\.9\n.*: the server is \d+\.\d+\.\d+\n$/,
    ),
    stderr: '',
  });
  expect(await copy.read('openapi.yaml')).toBe(
    before.replace(/^ {2}version: \d+\.\d+\.\d+$/m, '  version: 7.8.9'),
  );
});
