// Names that are taken: members of the SDK's client, for operations, and exports of the packages, for schemas.
import { readFileSync } from 'node:fs';
import { AnimalStore } from '@animal-store/sdk';
import { bundleContract } from '@animal-store/spec';
import { REPOSITORY } from '../src/repository.js';
import { withTemporaryFolder } from '../src/temporary-folder.js';
import { all, type Edit, edited, set, write } from './support/edit-contract.js';

/** All but the operations, which are properties of the client itself. */
function membersOf(client: object): string[] {
  const prototypes: object[] = [];
  let next: object | null = Object.getPrototypeOf(client);
  for (; next !== null; next = Object.getPrototypeOf(next)) prototypes.push(next);
  return [...new Set(prototypes.flatMap(Object.getOwnPropertyNames))];
}

function messagesOf(edit: Edit): Promise<string[]> {
  return withTemporaryFolder(async (folder) => {
    const file = await write(folder, 'openapi.yaml', await edited(edit));
    return (await bundleContract(file)).problems.map(({ message }) => message);
  });
}

test('when an operationId is a member of the client, then it is refused', async () => {
  const client = new AnimalStore({ baseUrl: 'http://localhost/v1', apiKey: 'as_live_test' });
  const members = membersOf(client);
  expect(members).toContain('rateLimit');
  const paths = members.map((operationId, index) => [`/member${index}`, { get: { operationId } }]);
  const messages = await messagesOf(set('paths', Object.fromEntries(paths)));
  for (const name of members)
    expect(messages).toContainEqual(
      expect.stringMatching(`^\`operationId\` .*\\(got "${name}"\\)`),
    );
});

test('when a schema or its other types have the name of an export, then it is refused', async () => {
  const files = [
    'core/src/index.ts',
    'contract/src/index.ts',
    'sdk/src/index.ts',
    'sdk/src/schemas.ts',
  ];
  const texts = files.map((name) => readFileSync(`${REPOSITORY}packages/${name}`, 'utf8'));
  const code = texts.join('\n').replace(/\/\/.*|'.*'/g, '');
  const exported = code.match(/\b[A-Z][A-Za-z0-9]*\b/g) ?? [];
  const names = exported.flatMap((name) => [name, name.replace(/(?<=.)(?:Input|Schema)$/, '')]);
  const taken = names.filter((name) => name !== 'Int64'); // the schema of identifiers
  expect(taken).toEqual(expect.arrayContaining(['Page', 'Readable', 'StandardSchema', 'Standard']));
  const schemas = taken.map((name) => set(`components schemas ${name}`, { type: 'string' }));
  const messages = await messagesOf(all(...schemas));
  const refused = messages.flatMap((text) => /^`(\w+)` is exported by/.exec(text)?.[1] ?? []);
  expect(refused.sort()).toEqual([...new Set(taken)].sort());
  const schema = readFileSync(`${REPOSITORY}packages/spec/contract.schema.yaml`, 'utf8');
  const [, listed = ''] = /enum: \[(AnimalStore,[^\]]*)\]/.exec(schema) ?? [];
  expect(listed.split(/[\s,]+/)).toEqual([...new Set(taken)].sort());
});
