// Validators that are compiled ahead of time, as text.
import { readContract } from '../../src/model/index.js';
import { compileBodies, toRequestDocument } from '../../src/outputs/requests/index.js';

function compile(Thing: object): string {
  const requests = toRequestDocument(readContract({ components: { schemas: { Thing } } }));
  const body = { $ref: '#/components/schemas/Thing' };
  return compileBodies(new Map([['Thing', body]]), requests);
}

test('when a validator is compiled, then it needs neither Ajv nor eval', () => {
  const text = compile({
    type: 'object',
    properties: {
      date: { type: 'string', format: 'date' },
      time: { type: 'string', format: 'date-time', maxLength: 30 },
      value: { const: { a: 1 } },
      url: { type: 'string', format: 'uri', pattern: '^https:' },
      weight: { type: 'number' },
    },
  });
  expect(text).not.toMatch(/require\(|\beval\b|new Function|ajv/);
});

test('when texts of the contract look like code, then they stay as they are', () => {
  const values = ['formats.int64', 'schemaPath:"x",', 'const pattern0 = 1', 'require("x")'];
  const text = compile({ type: 'string', enum: values, description: 'require("x")' });
  expect(text).toContain(JSON.stringify(values));
});

test('when no value fits a branch of a union, then the validator is that of the others', () => {
  const [nothing, text] = [{ allOf: [{ type: 'string' }, { const: 1 }] }, { type: 'string' }];
  expect(compile({ oneOf: [nothing, text] })).toBe(compile({ oneOf: [text] }));
});
