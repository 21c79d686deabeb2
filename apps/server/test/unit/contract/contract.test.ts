import { document } from '@animal-store/contract';
import { allowedMethods, findRoute } from '@animal-store/contract/http';
import { readContract } from '../../support/read-contract.js';

/** The contract as the server reads it, with another getPet, which is deprecated. */
function readWith(edit: Record<string, unknown>) {
  const edited = structuredClone(document);
  Object.assign(edited.paths['/pets/{petId}']?.get ?? {}, edit);
  return readContract(edited);
}

function deprecationOf(edit: Record<string, unknown>) {
  return readWith(edit).operations.find(({ id }) => id === 'getPet')?.deprecationHeaders;
}

describe('a deprecated operation', () => {
  test('has headers with the date, the sunset and the successor', () => {
    expect(deprecationOf({})).toEqual({
      Deprecation: '@1795132800',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</v1/pets>; rel="successor-version"',
    });
  });

  test('without a successor has no Link', () => {
    expect(Object.keys(deprecationOf({ 'x-deprecated-successor': undefined }) ?? {})).toEqual([
      'Deprecation',
      'Sunset',
    ]);
  });

  test('that is not deprecated any more has no such headers', () => {
    expect(deprecationOf({ deprecated: false })).toBeUndefined();
  });
});

test('names of headers are read from parameters and responses', () => {
  const headers = { 'X-Herd': { schema: { type: 'string' } } };
  const { requestHeaders, responseHeaders } = readWith({
    parameters: [{ name: 'X-Herd-Wanted', in: 'header', schema: { type: 'string' } }],
    responses: { 200: { description: 'The animal.', headers } },
  });
  expect(requestHeaders).toEqual(['Idempotency-Key', 'X-Herd-Wanted']);
  expect(responseHeaders).toEqual(
    expect.arrayContaining(['X-Herd', 'Allow', 'Link', 'Retry-After']),
  );
  expect(new Set(responseHeaders).size).toBe(responseHeaders.length);
});

test('methods of a path have a fixed order', () => {
  const contract = readContract(document);
  expect(allowedMethods(contract.operations, '/pets')).toBe('GET, HEAD, POST, OPTIONS');
  expect(allowedMethods(contract.operations, '/nope')).toBe('');
});

describe('when a concrete path and a template match', () => {
  const byId = document.paths['/pets/{petId}']?.get;
  const mine = { ...byId, operationId: 'myPet', parameters: [] };
  const contractWith = (item: object) =>
    readContract({
      ...document,
      paths: { '/pets/{petId}': { get: byId }, '/pets/mine': item },
    } as never);

  test('then the concrete path wins, in any order', () => {
    const contract = contractWith({ get: mine });
    expect(findRoute(contract.operations, 'GET', '/pets/mine')?.id).toBe('myPet');
    expect(findRoute(contract.operations, 'GET', '/pets/1')?.id).toBe('getPet');
  });

  test('then a method that the concrete path lacks is not found in the template', () => {
    const contract = contractWith({ post: mine });
    expect(findRoute(contract.operations, 'GET', '/pets/mine')).toBeUndefined();
    expect(allowedMethods(contract.operations, '/pets/mine')).toBe('POST, OPTIONS');
  });
});
