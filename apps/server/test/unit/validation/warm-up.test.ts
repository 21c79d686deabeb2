// Compilation of all validators before the first request.
import { document } from '@animal-store/contract/document';
import { createValidators } from '@animal-store/engine/internal/request/validators';
import { readTestContract } from '../../support/read-contract.js';

test.each([
  ['a body', 'createPet', 'PetName', { pattern: '(' }, true],
  ['an optional body', 'createPet', 'PetName', { pattern: '(' }, false],
  ['a query', 'listPets', 'PetStatus', { enum: 'sold' }, true],
  ['a shared type', '\\w+', 'Int64', { minimum: 'one' }, true],
])(
  'when the schema of %s does not compile, then the error has the operation and the reason',
  async (_, id, name, invalid, required) => {
    const edited = structuredClone(document);
    Object.assign(edited.paths['/pets']?.post?.requestBody ?? {}, { required });
    Object.assign(edited.components.schemas[name] ?? {}, invalid);
    await expect(createValidators(readTestContract(edited))).rejects.toThrow(
      new RegExp(`^openapi\\.yaml: ${id} cannot be validated: \\w+`),
    );
  },
);
