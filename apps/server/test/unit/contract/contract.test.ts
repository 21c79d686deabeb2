import { document } from '@animal-store/contract';
import { allowedMethods, operationOf, readContract } from '../../../src/contract/contract.js';

const DEPRECATED = {
  deprecated: true,
  'x-deprecated-since': '2026-11-20',
  'x-deprecated-sunset': '2030-12-05',
  'x-deprecated-successor': 'listPets',
};

/** The contract with a deprecated getPet, and further changes to it. */
function readWith(edit: Record<string, unknown>) {
  const edited = structuredClone(document);
  Object.assign(edited.paths['/pets/{petId}']?.get ?? {}, DEPRECATED, edit);
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

  test.each(['x-deprecated-since', 'x-deprecated-sunset'])(
    'with an invalid %s prevents the start',
    (keyword) => {
      for (const text of ['2030-13-05', 'soon', '']) {
        expect(() => readWith({ [keyword]: text })).toThrow(
          `openapi.yaml: getPet: ${keyword} is not a date: ${text}`,
        );
      }
    },
  );

  test('that is not deprecated any more has no such headers', () => {
    expect(deprecationOf({ deprecated: false })).toBeUndefined();
  });
});

describe('the start fails with one line for', () => {
  test.each([
    ['a URL that is not absolute', ['/v1'], '`servers` must be absolute: /v1'],
    [
      'URLs with two paths',
      ['https://a.example/v1', 'https://b.example/v2'],
      '`servers` must all end in the same path',
    ],
    ['no URL', [], '`servers` must all end in the same path'],
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

test('names of headers are read from parameters and responses', () => {
  const headers = { 'X-Herd': { schema: { type: 'string' } } };
  const { requestHeaders, responseHeaders } = readWith({
    parameters: [{ name: 'X-Herd-Wanted', in: 'header', schema: { type: 'string' } }],
    responses: { 200: { description: 'The animal.', headers } },
  });
  const declared = readContract(document).requestHeaders;
  expect([...requestHeaders].sort()).toEqual([...declared, 'X-Herd-Wanted'].sort());
  expect(replyHeaders).toEqual(expect.arrayContaining(['X-Herd', 'Allow', 'Link', 'Retry-After']));
  expect(new Set(replyHeaders).size).toBe(replyHeaders.length);
});

test('methods of a path have a fixed order', () => {
  const { get } = document.paths['/pets/{petId}'] ?? {};
  const { post } = document.paths['/pets'] ?? {};
  const contract = readContract({ ...document, paths: { '/herds': { post, get } } } as never);
  expect(allowedMethods(contract, '/herds')).toBe('GET, HEAD, POST, OPTIONS');
  expect(allowedMethods(contract, '/nope')).toBe('');
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
    expect(operationOf(contract, 'GET', '/pets/mine')?.id).toBe('myPet');
    expect(operationOf(contract, 'GET', '/pets/1')?.id).toBe('getPet');
  });

  test('then a method that the concrete path lacks is not found in the template', () => {
    const contract = contractWith({ post: mine });
    expect(operationOf(contract, 'GET', '/pets/mine')).toBeUndefined();
    expect(allowedMethods(contract, '/pets/mine')).toBe('POST, OPTIONS');
  });
});
