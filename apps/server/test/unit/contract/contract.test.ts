import { document } from '@animal-store/contract';
import { allowedMethods, operationOf, readContract } from '../../../src/contract/contract.js';

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
  test('tells since when, until when, and what to use instead', () => {
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

  test.each(['x-deprecated-since', 'x-deprecated-sunset'])(
    'whose %s is not a date stops the start',
    (keyword) => {
      for (const text of ['2030-13-05', 'soon', '']) {
        expect(() => readWith({ [keyword]: text })).toThrow(
          `openapi.yaml: getPet: ${keyword} is not a date: ${text}`,
        );
      }
    },
  );

  test('that is deprecated no more has no such headers', () => {
    expect(deprecationOf({ deprecated: false })).toBeUndefined();
  });
});

describe('the start stops with one line on', () => {
  test.each([
    ['an address that is not absolute', ['/v1'], '`servers` must be absolute: /v1'],
    [
      'addresses of two paths',
      ['https://a.example/v1', 'https://b.example/v2'],
      '`servers` must all end in the same path',
    ],
    ['no address', [], '`servers` must all end in the same path'],
  ])('%s', (_name, urls, reason) => {
    const servers = urls.map((url) => ({ url }));
    expect(() => readContract({ ...document, servers })).toThrow(`openapi.yaml: ${reason}`);
  });

  test('a free plan without numbers', () => {
    const plans = { ...document['x-rate-limit-plans'], free: 'custom' } as const;
    expect(() => readContract({ ...document, 'x-rate-limit-plans': plans })).toThrow(
      /^openapi\.yaml: `x-rate-limit-plans` needs `free` with numbers/,
    );
  });
});

test('the names of headers are those that the contract declares', () => {
  const headers = { 'X-Herd': { schema: { type: 'string' } } };
  const { requestHeaders, replyHeaders } = readWith({
    parameters: [{ name: 'X-Herd-Wanted', in: 'header', schema: { type: 'string' } }],
    responses: { 200: { description: 'The animal.', headers } },
  });
  expect(requestHeaders).toEqual(['Idempotency-Key', 'X-Herd-Wanted']);
  expect(replyHeaders).toEqual(expect.arrayContaining(['X-Herd', 'Allow', 'Link', 'Retry-After']));
  expect(new Set(replyHeaders).size).toBe(replyHeaders.length);
});

test('the methods of a path are in the order in which a reader looks for them', () => {
  const contract = readContract(document);
  expect(allowedMethods(contract, '/pets')).toBe('GET, HEAD, POST, OPTIONS');
  expect(allowedMethods(contract, '/nope')).toBe('');
});

describe('when a path is written out beside one with a parameter', () => {
  const byId = document.paths['/pets/{petId}']?.get;
  const mine = { ...byId, operationId: 'myPet', parameters: [] };
  const contractWith = (item: object) =>
    readContract({
      ...document,
      paths: { '/pets/{petId}': { get: byId }, '/pets/mine': item },
    } as never);

  test('then it is the one that is meant, wherever it stands', () => {
    const contract = contractWith({ get: mine });
    expect(operationOf(contract, 'GET', '/pets/mine')?.id).toBe('myPet');
    expect(operationOf(contract, 'GET', '/pets/1')?.id).toBe('getPet');
  });

  test('then a method that it lacks is not looked for in the other', () => {
    const contract = contractWith({ post: mine });
    expect(operationOf(contract, 'GET', '/pets/mine')).toBeUndefined();
    expect(allowedMethods(contract, '/pets/mine')).toBe('POST, OPTIONS');
  });
});
