// Schemas of request bodies: the contract's limits, before anything is sent.
import { document } from '@animal-store/contract';
import { NewPetSchema } from '../../src/schemas.js';

const PET = { name: 'Rex', categoryId: 1 };

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
  [
    'has the largest 64-bit integer',
    { ...PET, categoryId: 2n ** 63n - 1n },
    { ...PET, categoryId: 2n ** 63n - 1n },
  ],
  ['has a small bigint', { ...PET, categoryId: 5n }, { ...PET, categoryId: 5 }],
])('when a body %s, then it is valid', (_, value, sent) => {
  expect(validate(value)).toEqual({ value: sent });
});

test('when a body is valid, then it is copied and not changed', () => {
  const pet = Object.freeze({ ...PET, status: undefined });
  const result = validate(pet);
  expect('value' in result && Object.keys(result.value)).toEqual(Object.keys(PET));
});

test.each<[string, unknown, string[]]>([
  ['is undefined', undefined, [' required is required']],
  [
    'has digits in a string',
    { ...PET, categoryId: '1' },
    ['categoryId type must be of type integer'],
  ],
  ['has NaN', { ...PET, categoryId: Number.NaN }, ['categoryId type must be of type integer']],
  [
    'has an integer outside 64 bits',
    { ...PET, categoryId: 2n ** 63n },
    ['categoryId format must be a 64-bit integer in decimal digits'],
  ],
  [
    'has a number that was rounded',
    { ...PET, categoryId: 2 ** 53 },
    ['categoryId format must be a bigint above 2^53'],
  ],
])('when a body %s, then the issue names it', (_, value, expected) => {
  expect(issuesOf(value)).toEqual(expected);
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
