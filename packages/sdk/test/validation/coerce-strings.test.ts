// Values of forms, whose inputs are strings.
import type { StandardSchema } from '../../src/schemas.js';
import { coerceStrings, NewPetSchema } from '../../src/schemas.js';

const schema = coerceStrings(NewPetSchema);

type Schema = StandardSchema<unknown, unknown>;
const schemaOf = (validate: Schema['~standard']['validate']): Schema => ({
  '~standard': { version: 1, vendor: 'animal-store', validate },
});

test.each<[string, object, object]>([
  ['digits', { categoryId: '42' }, { categoryId: 42 }],
  ['many digits', { categoryId: '9007199254740993' }, { categoryId: 9007199254740993n }],
  ['an empty string in an optional field', { categoryId: ' 1 ', status: '' }, { categoryId: 1 }],
])('when a form has %s, then the value is what a call takes', (_, form, pet) => {
  const { validate } = schema['~standard'];
  expect(validate({ name: '7', ...form })).toEqual({ value: { name: '7', ...pet } });
});

test.each([
  ['1x', 'type'],
  ['9223372036854775808', 'format'],
])('when a form has %s as an integer, then the issue is the schema’s', (categoryId, code) => {
  const { issues = [] } = schema['~standard'].validate({ name: '', categoryId, status: 'x' });
  expect(issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).sort()).toEqual([
    `categoryId ${code}`,
    'name required',
    'status enum',
  ]);
});

test('when a list has more strings than any form, then not all of them are tried', () => {
  let count = 0;
  const list = schemaOf((value) => {
    count += 1;
    const index = Array.isArray(value) ? value.indexOf('1') : -1;
    const issue = { path: [index], code: 'type', message: 'is text', in: 'body' } as const;
    return index < 0 ? { value } : { issues: [issue] };
  });
  const { issues } = coerceStrings(list)['~standard'].validate(Array(10_000).fill('1'));
  expect(issues).toHaveLength(1);
  expect(count).toBeLessThanOrEqual(1_000);
});

test('when strings are in lists and objects, then each is converted', () => {
  const nested = schemaOf((value) => {
    const text = JSON.stringify(value);
    const path = text.includes('"1.5"') ? ['prices', 0] : ['prices', 1, 'isNew'];
    return /"1.5"|"true"/.test(text)
      ? { issues: [{ path, code: 'type', message: 'is no string', in: 'body' }] }
      : { value };
  });
  const value = { prices: ['1.5', { isNew: 'true' }] };
  expect(coerceStrings(nested)['~standard'].validate(value)).toEqual({
    value: { prices: [1.5, { isNew: true }] },
  });
  expect(value).toEqual({ prices: ['1.5', { isNew: 'true' }] });
});
