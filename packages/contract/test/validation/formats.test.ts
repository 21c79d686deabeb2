import { Ajv2020 } from 'ajv/dist/2020.js';
import { int32Format } from '../../src/validation/formats.js';

test.each([
  [2 ** 31 - 1, true],
  [2 ** 31, false],
  [-(2 ** 31), true],
  [-(2 ** 31) - 1, false],
])('when %d is sent as an int32, then it is valid: %s', (value, isValid) => {
  const ajv = new Ajv2020({ formats: { int32: int32Format } });
  expect(ajv.validate({ type: 'number', format: 'int32' }, value)).toBe(isValid);
});
