// The members of the SDK's client, none of which may be the name of an operation.
import { bundleContract } from '@animal-store/openapi-tools';
import { AnimalStore } from '@animal-store/sdk';
import { edited, set, withFolder, write } from './support/edit-contract.js';

/** All but the operations, which are properties of the client itself. */
function membersOf(client: object): string[] {
  const prototypes: object[] = [];
  let next: object | null = Object.getPrototypeOf(client);
  for (; next !== null; next = Object.getPrototypeOf(next)) prototypes.push(next);
  return [...new Set(prototypes.flatMap(Object.getOwnPropertyNames))];
}

test('when an operationId is a member of the client, then it is refused', async () => {
  const client = new AnimalStore({ baseUrl: 'http://localhost/v1', apiKey: 'as_live_test' });
  const members = membersOf(client);
  expect(members).toContain('rateLimit');
  const paths = members.map((operationId, index) => [`/member${index}`, { get: { operationId } }]);
  const text = await edited(set('paths', Object.fromEntries(paths)));
  await withFolder(async (folder) => {
    const { problems } = await bundleContract(await write(folder, 'openapi.yaml', text));
    const messages = problems.map(({ message }) => message);
    for (const name of members)
      expect(messages).toContainEqual(
        expect.stringMatching(`^\`operationId\` .*\\(got "${name}"\\)`),
      );
  });
});
