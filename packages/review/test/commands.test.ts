// What the commands print, and how they end: 0 and 1 are verdicts, 2 is none.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Desk, makeDesk } from './support/desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await makeDesk();
});
afterEach(() => desk.reset());
afterAll(() => desk.remove());

const smallerBodies = (text: string) =>
  text.replace(/^x-max-body-bytes: \d+$/m, 'x-max-body-bytes: 1');
const noBodies = (text: string) => text.replace(/^x-max-body-bytes: \d+$/m, 'x-max-body-bytes: 0');
const otherTitle = (text: string) => text.replace(/^ {2}title: .*$/m, '  title: Another');
const broken = (text: string) => text.replace(/^paths:$/m, 'paths: [');
const oneIdTwice = (text: string) => {
  const [first = '', second = ''] = Array.from(text.matchAll(/operationId: \w+$/gm), ([id]) => id);
  return text.replace(second, first);
};

describe('spec:lint', () => {
  test('ends with 0 without a fault', async () => {
    expect(await desk.run('lint')).toEqual({
      exitCode: 0,
      stdout: 'The contract has no faults.\n',
      stderr: '',
    });
  });

  test('ends with 1 with a fault, and tells it by the name that its reader gave the file', async () => {
    await desk.edit(noBodies);
    const { exitCode, stdout } = await desk.run('lint');
    expect(stdout).toMatch(/^openapi\.yaml:\d+:1 house\/request-limits .*\n1 fault\.\n$/);
    expect(exitCode).toBe(1);
  });

  test('reads the file that is named, from where its caller stands', async () => {
    await desk.write('drafts/next.yaml', noBodies(await desk.read('openapi.yaml')));
    const { exitCode, stdout } = await desk.run('lint', 'drafts/next.yaml');
    expect(stdout).toMatch(/^drafts\/next\.yaml:\d+:1 house\/request-limits /);
    expect(exitCode).toBe(1);
  });

  test.each([[['one.yaml', 'two.yaml']], [['--fix']]])('ends with 2 on %j', async (args) => {
    const { exitCode, stdout, stderr } = await desk.run('lint', ...args);
    expect(stderr).toMatch(/\nusage: npm run spec:lint -- \[FILE\]\n$/);
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

describe('spec:diff', () => {
  test('ends with 0 if no client breaks', async () => {
    await desk.edit(otherTitle);
    const { exitCode, stdout } = await desk.run('diff');
    expect(stdout).toMatch(/^Compared with [0-9a-f]{12} \(the last commit: .*\)\.\n/);
    expect(stdout).toMatch(/\nNo client breaks\. .*\n$/);
    expect(exitCode).toBe(0);
  });

  test('ends with 1 if clients break unannounced, and with 0 as soon as a changeset says so', async () => {
    await desk.edit(smallerBodies);
    expect((await desk.run('diff')).exitCode).toBe(1);

    await desk.write(
      '.changeset/odd-cats.md',
      '---\n"@animal-store/sdk": minor\n---\n\nSmaller.\n',
    );
    expect((await desk.run('diff')).exitCode).toBe(1);

    await desk.write(
      '.changeset/big-dogs.md',
      '---\n"@animal-store/sdk": major\n---\n\nSmaller.\n',
    );
    const { exitCode, stdout } = await desk.run('diff');
    expect(stdout).toMatch(/\nClients break, and a changeset announces a major step: .*\n$/);
    expect(exitCode).toBe(0);
  });

  test('a schema that the SDK exported at the base is missed, whatever the files say now', async () => {
    await desk.edit((text) => text.replaceAll(/\bErrorDetail\b/g, 'Fault'));
    const types = await desk.read('packages/contract/src/schemas.ts');
    await desk.write('packages/contract/src/schemas.ts', types.replaceAll('ErrorDetail', 'Fault'));
    const { exitCode, stdout } = await desk.run('diff');
    expect(stdout).toMatch(/^major .*the schema `ErrorDetail` is gone/m);
    expect(exitCode).toBe(1);
  });

  test('writes Markdown, and JSON for programs', async () => {
    await desk.edit(smallerBodies);
    const [markdown, json] = [
      await desk.run('diff', '--markdown'),
      await desk.run('diff', '--json'),
    ];
    expect(markdown.stdout).toMatch(/^## Changes of the contract\n[\s\S]*### Breaking \(major\)\n/);
    expect(JSON.parse(json.stdout)).toMatchObject({
      level: 'major',
      admissible: false,
      changes: [{ level: 'major', message: expect.stringContaining('x-max-body-bytes') }],
    });
    expect([markdown.exitCode, json.exitCode]).toEqual([1, 1]);
  });

  test.each<[string, string[], RegExp]>([
    ['a revision that git does not know', ['nope'], /^git knows no revision nope\.\n$/],
    ['two revisions', ['HEAD', 'main'], /main is too many\.\nusage: npm run spec:diff/],
    ['two formats', ['--json', '--markdown'], /two formats: take one\.\nusage: npm run spec:diff/],
    ['a plea for help', ['--help'], /--help[\s\S]*\nusage: npm run spec:diff/],
    ['an option that there is not', ['--html'], /--html[\s\S]*\nusage: npm run spec:diff/],
  ])('ends with 2 on %s', async (_name, args, says) => {
    const { exitCode, stdout, stderr } = await desk.run('diff', ...args);
    expect(stderr).toMatch(says);
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('ends with 2 on a contract that is not UTF-8, and says where', async () => {
    const text = (await desk.read('openapi.yaml')).replace(/^ {2}title: .*$/m, '  title: für alle');
    await desk.write('openapi.yaml', Buffer.from(text, 'latin1'));
    const { exitCode, stderr } = await desk.run('diff');
    expect(stderr).toMatch(/^openapi\.yaml:\d+:11 readable .*UTF-8.*\n$/);
    expect(exitCode).toBe(2);
  });

  test('ends with 2 on a contract that cannot be read, and says where', async () => {
    await desk.edit(broken);
    const { exitCode, stdout, stderr } = await desk.run('diff');
    expect(stderr).toMatch(/^openapi\.yaml:\d+:\d+ readable .*\n$/);
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

describe('spec:impact', () => {
  test('ends with 0 and its report', async () => {
    await desk.edit(otherTitle);
    const { exitCode, stdout, stderr } = await desk.run('impact');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^## Changes of the contract\n[\s\S]*## The server\n\nIt compiles\.\n$/);
    expect(exitCode).toBe(0);
  });

  test('ends with 2 on a contract that makes no code, and says where', async () => {
    await desk.edit(oneIdTwice);
    const { exitCode, stdout, stderr } = await desk.run('impact');
    expect(stderr).toMatch(
      /^openapi\.yaml is not a valid contract:\n {2}openapi\.yaml:\d+:\d+ .*\n$/,
    );
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('ends with 2 if the compiler cannot do its work: that is not "It compiles."', async () => {
    await rm(join(desk.folder, 'apps/server/tsconfig.json'));
    const { exitCode, stdout, stderr } = await desk.run('impact', 'HEAD');
    expect(stderr).toContain('The compiler failed with');
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('ends with 2 on two revisions', async () => {
    const { exitCode, stderr } = await desk.run('impact', 'HEAD', 'main');
    expect(stderr).toMatch(/\nusage: npm run spec:impact -- \[BASE\]\n$/);
    expect(exitCode).toBe(2);
  });
});

test("set-version writes the SDK's version into the contract, and touches nothing else", async () => {
  const before = await desk.read('openapi.yaml');
  const manifest = await desk.read('packages/sdk/package.json');
  await desk.write(
    'packages/sdk/package.json',
    manifest.replace(/"version": "[^"]+"/, '"version": "7.8.9"'),
  );
  expect(await desk.run('set-version')).toEqual({
    exitCode: 0,
    stdout: 'openapi.yaml: info.version is 7.8.9\n',
    stderr: '',
  });
  expect(await desk.read('openapi.yaml')).toBe(
    before.replace(/^ {2}version: \d+\.\d+\.\d+$/m, '  version: 7.8.9'),
  );
});
