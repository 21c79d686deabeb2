// Constants of the contract's enums.
import { join } from 'node:path';
import { document } from '@animal-store/contract/document';
import { readContract } from '@animal-store/spec/model';
import { build } from 'esbuild';
import { renderEnums } from '../../generator/render-enums.js';
import * as sdk from '../../src/index.js';

/** The constants of schemas, by their names. */
function constantsOf(schemas: object, entry = ''): Record<string, string> {
  const contract = readContract({ ...document, components: { schemas } });
  const rows = renderEnums(contract, entry).matchAll(/export const (\w+) = (.*) as const;/g);
  return Object.fromEntries(Array.from(rows, ([, name, values]) => [name, values]));
}

test('when the contract has an enum, then the SDK exports its values as a constant', () => {
  const { PetStatus, ErrorCode } = document.components.schemas;
  expect(sdk.PET_STATUSES).toEqual(PetStatus?.enum);
  expect(sdk.ERROR_CODES).toEqual(ErrorCode?.enum);
  'sold' as const satisfies (typeof sdk.PET_STATUSES)[number];
});

test('when a bundle has the client alone, then it has none of the enums that only pages need', async () => {
  const contents = "export { AnimalStore } from './index.ts';";
  const stdin = { contents, resolveDir: join(__dirname, '../../src') };
  const options = { bundle: true, write: false, format: 'esm' } as const;
  const { outputFiles } = await build({ ...options, stdin });
  expect(outputFiles[0]?.text).toContain('ERROR_CODES');
  expect(outputFiles[0]?.text).not.toContain('PET_STATUSES');
});

test.each([
  ['PetStatus', 'PET_STATUSES'],
  ['HTTPMethod', 'HTTP_METHODS'],
  ['category', 'CATEGORIES'],
  ['Day2', 'DAY2S'],
  ['Key', 'KEYS'],
  ['Box', 'BOXES'],
  ['Sizes', 'SIZES'],
])('when an enum is named %s, then its constant is %s', (schema, constant) => {
  expect(constantsOf({ [schema]: { enum: ['a', 1, null] } })).toEqual({
    [constant]: '["a",1,null]',
  });
});

test('when a schema has no enum, then it has no constant', () => {
  expect(constantsOf({ Pet: { type: 'object' }, Fixed: { const: 1 } })).toEqual({});
});

test.each([
  ['another enum', { PetStatus: { enum: [1] }, petStatus: { enum: [2] } }, ''],
  ['a schema', { PetStatus: { enum: [1] }, PET_STATUSES: {} }, ''],
  ['an export', { PetStatus: { enum: [1] } }, "export { PET_STATUSES } from './pets.js';"],
])('when a constant would have the name of %s, then generation fails and names both', (...row) => {
  const [, schemas, entry] = row;
  expect(() => constantsOf(schemas, entry)).toThrow(
    /^the values of \w+ would be a second PET_STATUSES of the SDK: rename the schema$/,
  );
});
