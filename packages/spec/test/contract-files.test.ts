// The files of a contract: which it may refer to, and that the build and the image read them.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getIn } from '../src/json.js';
import { isContractFile } from '../src/read/contract-folder.js';

const REPOSITORY = join(__dirname, '../../..');

const ALLOWED = ['openapi.yaml', 'openapi/pet.yaml', 'openapi/paths/my pet ü.yml'];
const REFUSED = ['openapi/pet.json', 'schemas/pet.yaml', 'apps/openapi/pet.yaml', 'openapi.yml'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  for (const file of ['package.json', 'turbo.json', 'packages/contract/package.json'])
    await cp(join(REPOSITORY, file), join(folder, file), { recursive: true });
  for (const file of [...ALLOWED, ...REFUSED]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '{}\n');
  }
  // Turbo lists the files of a repository, and applies the globs, by other means than those of a folder.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '--all'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

test('when a file is YAML in the folder of the contract, then it may have a part of it', () => {
  expect([...ALLOWED, ...REFUSED].filter(isContractFile)).toEqual(ALLOWED);
});

test('when a file that the contract may refer to is edited, then code is generated again', () => {
  const turbo = join(REPOSITORY, 'node_modules/.bin/turbo');
  const args = ['run', 'generate', '--filter=@animal-store/contract', '--dry=json'];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' };
  const output = execFileSync(turbo, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const inputs = Object.keys(getIn(JSON.parse(output.toString()), 'tasks', '0', 'inputs') ?? {});
  const files = inputs.map((input) => join('packages/contract', input));
  expect(files).toEqual(expect.arrayContaining(ALLOWED));
});

test('when the contract may refer to a file, then the image is built with it', async () => {
  const lines = (await readFile(join(REPOSITORY, '.dockerignore'), 'utf8')).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['!openapi.yaml', '!openapi']));
});
