// The command of the generator, for contracts that cannot be served.
import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContract } from '../src/model/index.js';
import { readOperations } from '../src/outputs/index.js';
import { CONTRACT, folder } from './support/load.js';

const TSX = join(__dirname, '../../../node_modules/tsx/dist/cli.mjs');
const GENERATOR = join(__dirname, '../src/generate-command.ts');

test('when a contract is invalid, then the generator prints the problems, exits with 1 and writes nothing', async () => {
  const edited = CONTRACT.replace('schemas/NewPet"', 'schemas/Nope"');
  await writeFile(join(folder, 'openapi.yaml'), edited);
  const rows = edited.split('\n');
  const line = rows.findIndex((text) => text.includes('schemas/Nope"')) + 1;
  const column = (rows[line - 1]?.indexOf('{') ?? 0) + 1;
  const args = [TSX, '--conditions=@animal-store/source', GENERATOR, 'openapi.yaml', 'generated'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const problem = `openapi.yaml:${line}:${column} \\S.*`;
  expect(stderr).toMatch(new RegExp(`^openapi.yaml is not a valid contract:\n {2}${problem}\n$`));
  expect(status).toBe(1);
  expect(await readdir(folder)).toEqual(['openapi.yaml']);
});

test('when a parameter cannot be served, then its operation cannot be read', () => {
  const parameters = [{ name: 'a', in: 'query', schema: {} }];
  const paths = { '/pets': { get: { operationId: 'listPets', responses: {}, parameters } } };
  expect(() => readOperations(readContract({ paths }))).toThrow('The parameter a has no type');
});
