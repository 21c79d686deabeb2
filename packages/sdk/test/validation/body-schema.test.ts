// Schemas of request bodies: the contract's limits, before anything is sent.
import { document } from '@animal-store/contract/document';
import { NewPetSchema } from '../../src/schemas.js';

const PET = { name: 'Rex', categoryId: 1 };

const withCategory = (categoryId: unknown) => ({ ...PET, categoryId });

function validate(value: unknown) {
  return NewPetSchema['~standard'].validate(value);
}

/** As `path code message`. */
function issuesOf(value: unknown): string[] {
  const { issues = [] } = validate(value);
  return issues.map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`);
}

test('the schema implements Standard Schema 1', () => {
  expect(NewPetSchema['~standard']).toMatchObject({ version: 1, vendor: 'animal-store' });
});

test.each<[string, unknown, unknown]>([
  ['has all it needs', PET, PET],
  ['has an undefined property', { ...PET, status: undefined }, PET],
  ['has the largest 64-bit integer', withCategory(2n ** 63n - 1n), withCategory(2n ** 63n - 1n)],
  ['has a small bigint', withCategory(5n), withCategory(5)],
])('when a body %s, then it is valid', (_, value, sent) => {
  expect(validate(value)).toEqual({ value: sent });
});

test('when a body is valid, then it is copied and not changed', () => {
  const pet = Object.freeze({ ...PET, status: undefined });
  const result = validate(pet);
  expect('value' in result && Object.keys(result.value)).toEqual(Object.keys(PET));
});

test.each<[string, unknown, string]>([
  ['digits', '1', 'type must be of type integer'],
  ['NaN', Number.NaN, 'type must be of type integer'],
  ['more than 64 bits', 2n ** 63n, 'format must be a 64-bit integer in decimal digits'],
  ['a rounded number', 2 ** 53, 'format must be a bigint above 2^53'],
])('when an integer is %s, then the issue names it', (_, value, expected) => {
  expect(issuesOf(withCategory(value))).toEqual([`categoryId ${expected}`]);
});

test('when there is no body, then the issue says so', () => {
  expect(issuesOf(undefined)).toEqual([' required is required']);
});

test('when a body contains itself, then it is nested too deep', () => {
  const pet: Record<string, unknown> = { ...PET };
  pet.self = pet;
  expect(issuesOf(pet)).toEqual([
    `${'self.'.repeat(31)}self max_depth is nested deeper than 32 levels`,
  ]);
});

test('when toJSON returns its own object, then that is the body', () => {
  const pet = { ...PET, toJSON: () => pet };
  expect(validate(pet)).toEqual({ value: PET });
});

test('when a body has many faults, then there are as many issues as details of an error', () => {
  const pet = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`x${index}`, 1]));
  expect(issuesOf(pet)).toHaveLength(document.components.schemas.Error.properties.details.maxItems);
});
