// The members of the SDK's client, none of which may be the name of an operation.
import { bundleContract } from '@animal-store/openapi-tools';
import { AnimalStore } from '@animal-store/sdk';
import { edited, set, withFolder, write } from './support/edit-contract.js';

const OPTIONS = { baseUrl: 'http://localhost/v1', apiKey: 'as_live_test' };

/** All but the operations, which are properties of the client itself. */
function membersOf(client: object): string[] {
  const members: string[] = [];
  for (
    let prototype: unknown = Object.getPrototypeOf(client);
    typeof prototype === 'object' && prototype !== null;
    prototype = Object.getPrototypeOf(prototype)
  )
    members.push(...Object.getOwnPropertyNames(prototype));
  return [...new Set(members)];
}

test.each(membersOf(new AnimalStore(OPTIONS)))(
  'when an operationId is %s, a member of the client, then it is refused',
  async (name) => {
    const text = await edited(set('paths /pets/{petId} get operationId', name));
    await withFolder(async (folder) => {
      const { problems } = await bundleContract(await write(folder, 'openapi.yaml', text));
      expect(problems.map(({ rule }) => rule)).toContain('animal-store/contract-schema');
    });
  },
);
