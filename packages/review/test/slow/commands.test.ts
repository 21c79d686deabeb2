// Output and exit codes of the commands: 0 and 1 are verdicts, 2 means that no verdict was possible.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.js';

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await copyRepository();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

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
  test('when there is no problem, then it exits with 0', async () => {
    expect(await copy.run('lint')).toEqual({
      exitCode: 0,
      stdout: 'The contract has no problems.\n',
      stderr: '',
    });
  });

  test('when there is a problem, then it exits with 1 and names the file relative to the repository', async () => {
    await copy.edit(noBodies);
    const { exitCode, stdout } = await copy.run('lint');
    expect(stdout).toMatch(/^openapi\.yaml:\d+:1 animal-store\/request-limits .*\n1 problem\.\n$/);
    expect(exitCode).toBe(1);
  });

  test('when a file is named, then its path is relative to the folder of the caller', async () => {
    await copy.write('drafts/next.yaml', noBodies(await copy.read('openapi.yaml')));
    const { exitCode, stdout } = await copy.run('lint', 'drafts/next.yaml');
    expect(stdout).toMatch(/^drafts\/next\.yaml:\d+:1 animal-store\/request-limits /);
    expect(exitCode).toBe(1);
  });

  test.each([[['one.yaml', 'two.yaml']], [['--fix']]])(
    'when the arguments are %j, then it exits with 2',
    async (args) => {
      const { exitCode, stdout, stderr } = await copy.run('lint', ...args);
      expect(stderr).toMatch(/\nusage: npm run spec:lint -- \[FILE\]\n$/);
      expect([exitCode, stdout]).toEqual([2, '']);
    },
  );
});

describe('spec:diff', () => {
  test('when there is no breaking change, then it exits with 0', async () => {
    await copy.edit(otherTitle);
    const { exitCode, stdout } = await copy.run('diff');
    expect(stdout).toMatch(/^Compared with [0-9a-f]{12} \(the last commit: .*\)\.\n/);
    expect(stdout).toMatch(/\nNo breaking changes\. .*\n$/);
    expect(exitCode).toBe(0);
  });

  test('when there is a breaking change, then it exits with 1 unless a changeset announces it', async () => {
    await copy.edit(smallerBodies);
    expect((await copy.run('diff')).exitCode).toBe(1);

    await copy.write(
      '.changeset/odd-cats.md',
      '---\n"@animal-store/sdk": minor\n---\n\nSmaller.\n',
    );
    expect((await copy.run('diff')).exitCode).toBe(1);

    await copy.write(
      '.changeset/big-dogs.md',
      '---\n"@animal-store/sdk": major\n---\n\nSmaller.\n',
    );
    const { exitCode, stdout } = await copy.run('diff');
    expect(stdout).toMatch(/\nBreaking changes, announced by a major changeset: .*\n$/);
    expect(exitCode).toBe(0);
  });

  test('when a schema is renamed, then the removal of its type is a breaking change', async () => {
    await copy.edit((text) => text.replaceAll(/\bErrorDetail\b/g, 'Fault'));
    const { exitCode, stdout } = await copy.run('diff');
    expect(stdout).toMatch(/^major .*the schema `ErrorDetail` no longer exists/m);
    expect(exitCode).toBe(1);
  });

  test('when Markdown or JSON is requested, then it is printed', async () => {
    await copy.edit(smallerBodies);
    const [markdown, json] = [
      await copy.run('diff', '--markdown'),
      await copy.run('diff', '--json'),
    ];
    expect(markdown.stdout).toMatch(/^## Contract changes\n[\s\S]*### Breaking \(major\)\n/);
    expect(JSON.parse(json.stdout)).toMatchObject({
      level: 'major',
      admissible: false,
      changes: [{ level: 'major', message: expect.stringContaining('x-max-body-bytes') }],
    });
    expect([markdown.exitCode, json.exitCode]).toEqual([1, 1]);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown revision', ['nope'], /^Unknown git revision: nope\.\n$/],
    ['two revisions', ['HEAD', 'main'], /also got main\)\.\nusage: npm run spec:diff/],
    ['two formats', ['--json', '--markdown'], /cannot be combined\.\nusage: npm run spec:diff/],
    ['a request for help', ['--help'], /--help[\s\S]*\nusage: npm run spec:diff/],
    ['an unknown option', ['--html'], /--html[\s\S]*\nusage: npm run spec:diff/],
  ])('when the arguments are %s, then it exits with 2', async (_name, args, says) => {
    const { exitCode, stdout, stderr } = await copy.run('diff', ...args);
    expect(stderr).toMatch(says);
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('when the contract is not UTF-8, then it exits with 2 and prints the position', async () => {
    const text = (await copy.read('openapi.yaml')).replace(/^ {2}title: .*$/m, '  title: für alle');
    await copy.write('openapi.yaml', Buffer.from(text, 'latin1'));
    const { exitCode, stderr } = await copy.run('diff');
    expect(stderr).toMatch(/^openapi\.yaml:\d+:11 parse-error .*UTF-8.*\n$/);
    expect(exitCode).toBe(2);
  });

  test('when the contract is not YAML, then it exits with 2 and prints the position', async () => {
    await copy.edit(broken);
    const { exitCode, stdout, stderr } = await copy.run('diff');
    expect(stderr).toMatch(/^openapi\.yaml:\d+:\d+ parse-error .*\n$/);
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

describe('a contract of several files', () => {
  const FILE = 'openapi/schemas/status.yaml';
  let block: string;

  /** Moves the schema PetStatus to a file of its own. */
  async function moveSchema(): Promise<void> {
    await copy.edit((text) => {
      block = /^ {4}PetStatus:\n(?: {6}.*\n|\n)+/m.exec(text)?.[0] ?? '';
      const reference = `./${FILE}#/PetStatus`;
      return text.replace(block, '').replaceAll('#/components/schemas/PetStatus', reference);
    });
    await copy.write(FILE, block.replaceAll(/^ {4}/gm, ''));
  }

  test('when a schema moves to another file, then nothing changes', async () => {
    await moveSchema();
    const { exitCode, stdout, stderr } = await copy.run('diff');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\nNo changes\.\n$/);
    expect(exitCode).toBe(0);
    expect((await copy.run('lint')).stdout).toBe('The contract has no problems.\n');
  });

  test('when only the other file is edited, then the change is found, and has its name and line', async () => {
    await moveSchema();
    await copy.commit();
    const lines = (await copy.read(FILE)).split('\n');
    const last = lines.findLastIndex((line) => /^ +- /.test(line));
    await copy.write(FILE, lines.toSpliced(last, 1).join('\n'));
    const { exitCode, stdout } = await copy.run('diff');
    expect(stdout).toMatch(/^Compared with [0-9a-f]{12} \(the last commit: /);
    expect(stdout).toMatch(/^major {2}openapi\/schemas\/status\.yaml:\d+:\d+ {2}.*lost values/m);
    expect(exitCode).toBe(1);
  });

  test('when the other file is gone since, then the base still has it', async () => {
    const before = await copy.read('openapi.yaml');
    await moveSchema();
    await copy.commit();
    await rm(join(copy.folder, FILE));
    await copy.write(
      'openapi.yaml',
      before.replace(block, block.replace(/^ +- \w+\n(?! +- )/m, '')),
    );
    const { stdout, stderr } = await copy.run('impact');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/ lost values: .* \| openapi\.yaml:\d+:\d+ \|$/m);
    expect(stdout).toContain('- `components.schemas.PetStatus` changed');
  });

  test('when the base breaks a rule that is newer, then it is compared nevertheless', async () => {
    await copy.edit((text) => text.replace(/^x-max-body-bytes: .*$/m, 'x-max-body-bytes: many'));
    await copy.commit();
    await copy.edit((text) => text.replace('x-max-body-bytes: many', 'x-max-body-bytes: 16384'));
    const { exitCode, stdout, stderr } = await copy.run('impact');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/`x-max-body-bytes` changed from "many" to 16384/);
    expect(exitCode).toBe(0);
  });
});

describe('spec:impact', () => {
  test('when the server compiles, then it exits with 0 and prints its report', async () => {
    await copy.edit(otherTitle);
    const { exitCode, stdout, stderr } = await copy.run('impact');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^## Contract changes\n[\s\S]*## Server\n\nIt compiles\.\n$/);
    expect(exitCode).toBe(0);
  });

  test('when the generator rejects the contract, then it exits with 2 and prints the position', async () => {
    await copy.edit(oneIdTwice);
    const { exitCode, stdout, stderr } = await copy.run('impact');
    expect(stderr).toMatch(
      /^openapi\.yaml is not a valid contract:\n {2}openapi\.yaml:\d+:\d+ .*\n$/,
    );
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('when the compiler cannot run, then it exits with 2', async () => {
    await rm(join(copy.folder, 'apps/server/tsconfig.json'));
    const { exitCode, stdout, stderr } = await copy.run('impact', 'HEAD');
    expect(stderr).toContain('The compiler failed with');
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  test('when two revisions are named, then it exits with 2', async () => {
    const { exitCode, stderr } = await copy.run('impact', 'HEAD', 'main');
    expect(stderr).toMatch(/\nusage: npm run spec:impact -- \[BASE\]\n$/);
    expect(exitCode).toBe(2);
  });
});

test("when the SDK's version changes, then set-version writes it into the contract and changes nothing else", async () => {
  const before = await copy.read('openapi.yaml');
  const manifest = await copy.read('packages/sdk/package.json');
  await copy.write(
    'packages/sdk/package.json',
    manifest.replace(/"version": "[^"]+"/, '"version": "7.8.9"'),
  );
  expect(await copy.run('set-version')).toEqual({
    exitCode: 0,
    stdout: 'openapi.yaml: info.version is 7.8.9\n',
    stderr: '',
  });
  expect(await copy.read('openapi.yaml')).toBe(
    before.replace(/^ {2}version: \d+\.\d+\.\d+$/m, '  version: 7.8.9'),
  );
});
