// What the server reads from the contract, in constructs that the contract itself does not have.
import { document } from '@animal-store/contract/document';
import { createPathMatcher } from '@animal-store/core/http';
import { readTestContract } from '../../support/read-contract.js';

/** The contract as the server reads it, with another getPet, which is deprecated. */
function readWith(edit: Record<string, unknown>) {
  const edited = structuredClone(document);
  Object.assign(edited.paths['/pets/{petId}']?.get ?? {}, edit);
  return readTestContract(edited);
}

test.each([
  [{ 'x-deprecated-successor': undefined }, ['Deprecation', 'Sunset']],
  [{ deprecated: false }, []],
])('when an operation is edited by %j, then its deprecation headers are %j', (edit, names) => {
  const found = readWith(edit).operations.find(({ id }) => id === 'getPet');
  expect(Object.keys(found?.deprecationHeaders ?? {})).toEqual(names);
});

test('when an operation has headers, then their names are read, each once', () => {
  const headers = { 'X-Herd': { schema: { type: 'string' } } };
  const { requestHeaders, responseHeaders } = readWith({
    parameters: [{ name: 'X-Herd-Wanted', in: 'header', schema: { type: 'string' } }],
    responses: { 200: { description: 'The animal.', headers } },
  });
  expect(requestHeaders).toEqual(expect.arrayContaining(['Idempotency-Key', 'X-Herd-Wanted']));
  expect(responseHeaders).toEqual(expect.arrayContaining(['X-Herd', 'Allow']));
  for (const names of [requestHeaders, responseHeaders])
    expect(new Set(names).size).toBe(names.length);
});

test('when a concrete path and a template match, then the concrete one wins, also for other methods', () => {
  const byId = document.paths['/pets/{petId}']?.get;
  const mine = { ...byId, operationId: 'myPet', parameters: [] };
  const matcherWith = (item: object) => {
    const paths = { '/pets/{petId}': { get: byId }, '/pets/mine': item };
    return createPathMatcher(readTestContract({ ...document, paths } as never).operations);
  };
  const match = matcherWith({ get: mine });
  expect(match('/pets/mine')?.routes.get('GET')?.id).toBe('myPet');
  expect(match('/pets/1')?.routes.get('GET')?.id).toBe('getPet');
  const other = matcherWith({ post: mine })('/pets/mine');
  expect(other?.routes.get('GET')).toBeUndefined();
  expect(other?.allow).toBe('POST, OPTIONS');
});
