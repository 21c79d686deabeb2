// The validator has met every operation before the first client comes.
import { document } from '@animal-store/contract';
import { readContract } from '../../../src/contract/contract.js';
import { createWarmValidator } from '../../../src/validation/warm-up.js';

test('the whole contract can be compiled', async () => {
  expect((await createWarmValidator(readContract(document))).length).toBeGreaterThan(0);
});

test.each([
  ['a body', 'PetName', { pattern: '(' }],
  ['a query', 'PetStatus', { enum: 'sold' }],
  ['a path', 'Int64', { minimum: 'one' }],
])(
  'a schema of %s that cannot be compiled is an error, with its reason',
  async (_, name, fault) => {
    const edited = structuredClone(document);
    const { [name]: schema = {} } = edited.components.schemas;
    Object.assign(schema, fault);
    await expect(createWarmValidator(readContract(edited))).rejects.toThrow(
      /^openapi\.yaml: \w+ cannot be validated: \w+/,
    );
  },
);

test('also one that a single operation has', async () => {
  const edited = structuredClone(document);
  const [parameter] = edited.paths['/pets']?.post?.parameters ?? [];
  Object.assign(parameter?.schema ?? {}, { minLength: 'one' });
  await expect(createWarmValidator(readContract(edited))).rejects.toThrow(
    /^openapi\.yaml: createPet cannot be validated: \w+/,
  );
});
