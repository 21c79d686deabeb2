// Contract that has grown: the validators of its bodies.
import { requireEntry } from './support/grown-sdk.js';

test.each<[string, unknown, readonly string[]]>([
  ['ThingSchema', { name: 'a', password: 'b', ids: [2n ** 60n] }, []],
  ['ThingSchema', { id: 1, name: 'a', password: 'b' }, ['id invalid']],
  ['RenameThingBodySchema', { id: 1.5 }, ['id type']],
  ['PatchThingBodySchema', { note: null, owner: 2n ** 63n }, ['owner format']],
  ['SetTagsBodySchema', ['a', 1], ['1 type']],
  ['SetNoteBodySchema', null, []],
  ['SetPricesBodySchema', { 0: 'a' }, ['0 type']],
  ['PutAnimalBodySchema', { kind: 'dog', lives: 9 }, ['tricks required', 'lives unknown']],
])('when %s validates %p, then its issues are %p', (name, value, expected) => {
  const schemas = requireEntry('schemas');
  const { issues = [] } = schemas[name]['~standard'].validate(value);
  const found = issues.map(({ path, code }: { path: string[]; code: string }) =>
    `${path.join('.')} ${code}`.trim(),
  );
  expect(found).toEqual(expected);
});

test('when strings of a form are for any of several types, then they are converted', () => {
  const schemas = requireEntry('schemas');
  const validate = (name: string, value: unknown) =>
    schemas.coerceStrings(schemas[name])['~standard'].validate(value);
  expect(validate('PatchThingBodySchema', { note: '5', owner: '9007199254740993' })).toEqual({
    value: { note: '5', owner: 9007199254740993n },
  });
  expect(validate('PutAnimalBodySchema', { kind: 'cat', lives: '9' })).toEqual({
    value: { kind: 'cat', lives: 9 },
  });
});
