// References of the document, as generated code and tests follow them.
import { type ContractDocument, resolve } from '../src/document.js';

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const document = {
  paths: { '/pets/{petId}': { get: { parameters: [limit] } } },
  components: { parameters: { First: { $ref: '#/components/parameters/a~1b' }, 'a/b': limit } },
} as unknown as ContractDocument;

test.each([
  ['#/components/parameters/a~1b', 'an escaped slash'],
  ['#/components/parameters/First', 'a reference to a reference'],
  ['#/paths/~1pets~1%7BpetId%7D/get/parameters/0', 'percent-encoding and an index'],
])('when a reference is %s, then it resolves through %s', (reference) => {
  expect(resolve({ $ref: reference }, document)).toBe(limit);
});

test('when an entry is no reference, then it is its own target', () => {
  expect(resolve(limit, document)).toBe(limit);
});
