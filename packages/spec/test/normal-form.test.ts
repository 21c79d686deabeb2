// Normal form of a contract: its paths hold nothing but whole operations.
import { toNormalForm } from '../src/read/normal-form.js';

const SHARED = { name: 'limit', in: 'query', schema: { maximum: 1 } };
const OTHER = { name: 'limit', in: 'header', schema: { maximum: 2 } };
const OWN = { name: 'limit', in: 'query', schema: { maximum: 3 } };

test.each([
  ['a parameter', OWN],
  ['a reference', { $ref: '#/components/parameters/Own' }],
])('when an operation has %s with the name and place of its path’s, then that wins', (_, own) => {
  const item = {
    summary: 'Animals.',
    parameters: [SHARED, OTHER],
    get: { parameters: [own] },
    post: {},
  };
  const components = { parameters: { Own: OWN } };
  const document = { paths: { '/pets': item }, components };
  toNormalForm(document);
  const [get, post] = [{ parameters: [OTHER, own] }, { parameters: [SHARED, OTHER] }];
  expect(document).toEqual({ paths: { '/pets': { get, post } }, components });
});

test('when a published contract has its operations behind references, then they stand in place', () => {
  const get = { operationId: 'listPets' };
  const components = { pathItems: { A: { $ref: '#/components/pathItems/B' }, B: { get } } };
  const paths = { '/pets': { $ref: '#/components/pathItems/A' } };
  const document = { paths, components };
  toNormalForm(document);
  expect(document.paths).toEqual({ '/pets': { get } });
});
