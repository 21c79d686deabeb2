// Compilation of all validators before the first request.
import { document } from '@animal-store/contract';
import { strictParameters } from '../../../src/validation/strict-parameters.js';
import { createWarmValidator } from '../../../src/validation/warm-up.js';
import { readContract } from '../../support/read-contract.js';

test('all operations of the contract compile', async () => {
  expect((await createWarmValidator(readContract(document))).length).toBeGreaterThan(0);
});

test.each([
  ['a body', 'PetName', { pattern: '(' }],
  ['a query', 'PetStatus', { enum: 'sold' }],
  ['a path', 'Int64', { minimum: 'one' }],
])(
  'when the schema of %s does not compile, then the error has the reason',
  async (_, name, invalid) => {
    const edited = structuredClone(document);
    const { [name]: schema = {} } = edited.components.schemas;
    Object.assign(schema, invalid);
    await expect(createWarmValidator(readContract(edited))).rejects.toThrow(
      /^openapi\.yaml: \w+ cannot be validated: \w+/,
    );
  },
);

test('when the schema of an optional body does not compile, then the error has the reason', async () => {
  const edited = structuredClone(document);
  Object.assign(edited.paths['/pets']?.post?.requestBody ?? {}, { required: false });
  Object.assign(edited.components.schemas.PetName ?? {}, { pattern: '(' });
  await expect(createWarmValidator(readContract(edited))).rejects.toThrow(
    /^openapi\.yaml: createPet cannot be validated: \w+/,
  );
});

test('when the schema of a parameter does not compile, then the error names the operation', () => {
  const edited = structuredClone(document);
  const [parameter] = edited.paths['/pets']?.post?.parameters ?? [];
  Object.assign(parameter?.schema ?? {}, { minLength: 'one' });
  expect(() => strictParameters(readContract(edited))).toThrow(
    /^openapi\.yaml: createPet cannot be validated: \w+/,
  );
});
