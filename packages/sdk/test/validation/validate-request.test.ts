// Requests that the mock receives, validated as the server does.
import { document, resolve } from '@animal-store/contract';
import { type ReceivedRequest, validateRequest } from '../../src/validation/validate-request.js';

function request(parts: Partial<ReceivedRequest> = {}): ReceivedRequest {
  return { path: {}, query: '', headers: new Headers(), ...parts };
}

const PET = { name: 'Rex', categoryId: 1 };

test('when a request is valid, then its values are typed and exact', () => {
  const { details, path } = validateRequest(
    'getPet',
    request({ path: { petId: '9007199254740993' } }),
  );
  expect({ details, path }).toEqual({ details: [], path: { petId: 9007199254740993n } });
});

test('when a parameter is not sent, then it has its default', () => {
  const limit = resolve<{ schema: { default?: unknown } }>(
    { $ref: '#/components/parameters/Limit' },
    document,
  );
  expect(validateRequest('listPets', request()).query).toEqual({ limit: limit.schema.default });
});

test('when a body has a large integer, then it stays exact', () => {
  const body = { ...PET, categoryId: 9223372036854775807n };
  expect(validateRequest('createPet', request({ body }))).toMatchObject({ details: [], body });
  const bodyText = '{"name":"Rex","categoryId":9223372036854775807}';
  expect(validateRequest('createPet', request({ bodyText }))).toMatchObject({ details: [], body });
});

test('when a name is given again after a value with a large integer, then it is a duplicate', () => {
  const refused = [
    '{"at":[9007199254740993]}',
    '{"__proto__":{"__proto__":{"at":9007199254740993}}}',
  ];
  for (const value of refused) {
    const bodyText = `{"name":${value},"name":"Rex","categoryId":1}`;
    const { details } = validateRequest('createPet', request({ bodyText }));
    expect(details).toMatchObject([{ path: '/name', code: 'duplicate' }]);
  }
  expect([Object.prototype, ...Object.values(String.prototype.at)]).toEqual([{}]);
});

test.each<[string, ReceivedRequest, string[]]>([
  [
    'parameters',
    request({ query: 'limit=0x10&status=&other=1&limit=' }),
    ['query /other unknown', 'query /limit duplicate', 'query /status enum'],
  ],
  ['no body', request(), ['body  required']],
  [
    'a body without properties',
    request({ body: {} }),
    ['body /name required', 'body /categoryId required'],
  ],
  [
    'an integer outside 64 bits',
    request({ body: { ...PET, categoryId: 2n ** 63n } }),
    ['body /categoryId format'],
  ],
  ['text that is no JSON', request({ bodyText: '{' }), ['body  malformed']],
  [
    'a name that is given twice',
    request({ bodyText: '{"name":"a","name":"b","categoryId":1}' }),
    ['body /name duplicate'],
  ],
  [
    'a header and a body',
    request({ headers: new Headers({ 'Idempotency-Key': 'x'.repeat(999) }), body: null }),
    ['header /Idempotency-Key max_length', 'body  type'],
  ],
])(
  'when a request is refused for %s, then its details are those of the server',
  (_, sent, expected) => {
    const id = sent.query === '' ? 'createPet' : 'listPets';
    const { details } = validateRequest(id, sent);
    expect(details.map(({ in: place, path, code }) => `${place} ${path} ${code}`)).toEqual(
      expected,
    );
  },
);
