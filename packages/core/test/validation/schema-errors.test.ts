// Messages of error details: what a client is told of a value that its schema refuses.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ErrorDetails } from '../../src/validation/error-details.js';
import { addSchemaErrors } from '../../src/validation/schema-errors.js';

function messageOf(schema: object, value: unknown): string | undefined {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile({
    properties: { body: schema },
  });
  validate({ body: value });
  const details = new ErrorDetails({ maxDetails: 9, maxPathLength: 99, maxMessageLength: 99 });
  addSchemaErrors(validate.errors ?? [], details);
  return details.all[0]?.message;
}

test.each([
  [['a', 1, null, true], 'must be one of a, 1, null, true'],
  [[{ x: 0, y: 1 }, { x: [{}] }], 'must be one of {"x":0,"y":1}, {"x":[{}]}'],
  [[[1, 2], [[3], {}], []], 'must be one of [1,2], [[3],{}], []'],
])(
  'when an enum has %j, then the message has its values as a client sends them',
  (values, message) => {
    expect(messageOf({ enum: values }, 'other')).toBe(message);
  },
);

test('when a constant is an object, then the message does not convert it to text', () => {
  expect(messageOf({ const: { a: {} } }, 'other')).toBe('must be the one allowed value');
});
