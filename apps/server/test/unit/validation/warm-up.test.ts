// Compilation of all validators before the first request.
import { createRequire } from 'node:module';
import { document } from '@animal-store/contract';
import { createValidators } from '../../../src/validation/validators.js';
import { readContract } from '../../support/read-contract.js';

const WITH_REASON = /^openapi\.yaml: \w+ cannot be validated: \w+/;

test.each([
  ['a body', 'PetName', { pattern: '(' }, true],
  ['an optional body', 'PetName', { pattern: '(' }, false],
  ['a query', 'PetStatus', { enum: 'sold' }, true],
  ['a path', 'Int64', { minimum: 'one' }, true],
])(
  'when the schema of %s does not compile, then the error has the reason',
  async (_, name, invalid, required) => {
    const edited = structuredClone(document);
    Object.assign(edited.paths['/pets']?.post?.requestBody ?? {}, { required });
    Object.assign(edited.components.schemas[name] ?? {}, invalid);
    await expect(createValidators(readContract(edited))).rejects.toThrow(WITH_REASON);
  },
);

test('when the schema of a parameter does not compile, then the error names the operation', async () => {
  const edited = structuredClone(document);
  const [parameter] = edited.paths['/pets']?.post?.parameters ?? [];
  Object.assign(parameter?.schema ?? {}, { minLength: 'one' });
  await expect(createValidators(readContract(edited))).rejects.toThrow(
    /^openapi\.yaml: createPet cannot/,
  );
});

test('when express-openapi-validator is updated, then what validators.ts takes from it is read again', () => {
  const { version } = createRequire(import.meta.url)('express-openapi-validator/package.json');
  expect(version).toBe('5.6.2');
});
