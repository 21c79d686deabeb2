// Deprecation headers of requests that send deprecated parameters, or a body with deprecated properties.
import { usedDeprecation } from '@animal-store/core/http';
import { readContract } from '../../src/model/index.js';
import { readDeprecatedParts, readDeprecationHeaders } from '../../src/outputs/deprecation.js';

const dates = (since: string, sunset: string) => ({
  deprecated: true,
  'x-deprecated-since': since,
  'x-deprecated-sunset': sunset,
});
const NEW = { type: 'string' };
const OLD = { ...NEW, ...dates('2026-01-01', '2030-12-05') };
const AGED = dates('2025-06-01', '2028-01-01');
const OLDER = { ...NEW, ...AGED };
const HEADERS = {
  old: { Deprecation: '@1767225600', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' },
  older: { Deprecation: '@1748736000', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
  none: undefined,
};

const object = (properties: object, others: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...others,
});
const map = (others: object) => ({ type: 'object', ...others });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const TAG = ref('Tag');
const PETS = [ref('Cat'), ref('Dog')];
const schemas = {
  Tag: object({ colour: OLD, label: NEW }),
  Tree: object({ bark: OLD, children: { type: 'array', items: ref('Tree') } }),
  Cat: object({ kind: { const: 'cat' }, lives: OLD }, { required: ['kind'] }),
  Dog: object({ kind: { const: 'dog' }, lives: NEW, tag: TAG }, { required: ['kind'] }),
  Loop: { anyOf: [ref('Loop'), object({ old: OLD })] },
};

function read(part: object) {
  const paths = { '/pets': { get: part }, '/animals': { get: { operationId: 'listAnimals' } } };
  const contract = readContract({ components: { schemas }, paths });
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('The model has no operation.');
  return { contract, operation };
}

function partsWith(part: object) {
  return readDeprecatedParts(read(part).operation);
}

function bodyHeaders(schema: object, body: unknown) {
  const content = { 'application/json': { schema } };
  const parts = partsWith({ requestBody: { content } });
  expect(parts).toEqual(parts && JSON.parse(JSON.stringify(parts)));
  return parts && usedDeprecation(parts, { query: '', hasHeader: () => false, body });
}

const colour = { colour: '' };
const old = { old: '' };
const declared = map({ properties: { a: { type: 'object' } }, additionalProperties: TAG });
const mapping = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' };
const discriminator = { propertyName: 'kind', mapping };
const cat = { kind: 'cat', lives: '9' };
const dog = { kind: 'dog', lives: '9' };
const alike = [object({ a: OLD }), object({ a: NEW })];

/** Bodies by the headers that they get. */
test.each<[string, object, Partial<Record<keyof typeof HEADERS, unknown[]>>]>([
  ['an object', object({ old: OLD, new: NEW }), { old: [old, { old: null }] }],
  ['an object without it', object({ old: OLD, new: NEW }), { none: [{ new: 'a' }, ['old']] }],
  ['two of them', object({ old: OLD, older: OLDER }), { older: [{ ...old, older: '' }] }],
  ['nesting', object({ tag: TAG }), { old: [{ tag: colour }], none: [{ tag: { label: '' } }] }],
  ['it beside a reference', object({ tag: { ...TAG, ...AGED } }), { older: [{ tag: {} }] }],
  ['keywords beside a reference', { ...TAG, properties: { old: OLD } }, { old: [old, colour] }],
  ['items', { type: 'array', items: TAG }, { old: [[{}, colour]], none: [[]] }],
  ['a map', map({ additionalProperties: TAG }), { old: [{ a: colour }] }],
  ['a declared property of a map', declared, { none: [{ a: colour }] }],
  ['parts', { allOf: [TAG, object({ old: OLDER })] }, { older: [{ ...old, ...colour }] }],
  ['branches', { oneOf: PETS }, { old: [cat, { ...dog, tag: colour }], none: [dog] }],
  ['a discriminator', { anyOf: PETS, discriminator }, { old: [cat] }],
  ['a branch beside null', { anyOf: [{ type: 'null' }, TAG] }, { old: [colour] }],
  ['branches that nothing tells apart', { anyOf: alike }, { old: [{ a: '' }] }],
  ['itself', ref('Tree'), { old: [{ children: [{ children: [{ bark: '' }] }] }] }],
  ['its own branch', ref('Loop'), { old: [old] }],
  ['a name that every object has', object({ toString: OLD }), { none: [{}] }],
  ['a read-only property', object({ old: { ...OLD, readOnly: true } }), { none: [old] }],
])('when the schema of a body has %s, then the headers are those of what is sent', (...row) => {
  const [, schema, bodies] = row;
  for (const age of ['old', 'older', 'none'] as const)
    for (const body of bodies[age] ?? []) expect(bodyHeaders(schema, body)).toEqual(HEADERS[age]);
});

const SORT = { name: 'sort', in: 'query', ...OLD };
const PARAMETERS = [
  SORT,
  { name: 'a b', in: 'query', ...OLDER },
  { name: 'X-Old', in: 'header', ...OLD },
  { name: 'limit', in: 'query' },
];

/** The headers of a request with this query and, if `hasHeader`, every header. */
function headersOf(query: string, part: object = {}, hasHeader = false) {
  const parts = partsWith({ parameters: PARAMETERS, ...part });
  return parts && usedDeprecation(parts, { query, hasHeader: () => hasHeader });
}

test.each([
  ['none', ['limit=1', '', 'limit=sort']],
  ['old', ['sort', 'limit=1&sort=', 's%6Frt=id', '%zz=1&sort=id']],
  ['older', ['a+b=1', 'sort=id&a%20b=1']],
] as const)(
  'when a query sends a parameter that is %s, then it has its headers',
  (age, queries) => {
    for (const query of queries) expect([query, headersOf(query)]).toEqual([query, HEADERS[age]]);
  },
);

test('when a deprecated header is sent, then the earliest sunset of all that is sent counts', () => {
  expect(headersOf('', {}, true)).toEqual(HEADERS.old);
  expect(headersOf('a%20b=1', {}, true)).toEqual(HEADERS.older);
});

test('when nothing is deprecated, then there is nothing to look for', () => {
  expect(partsWith({ parameters: [{ name: 'limit', in: 'query' }] })).toBeUndefined();
});

test('when a path parameter is deprecated, then every response has its headers', () => {
  const { contract, operation } = read({ parameters: [{ name: 'id', in: 'path', ...OLD }] });
  expect(readDeprecationHeaders(operation, contract, '/v1')).toEqual(HEADERS.old);
  expect(readDeprecatedParts(operation)).toBeUndefined();
});

test('when an operation has a successor, then the headers have its path', () => {
  const { contract, operation } = read({ ...OLD, 'x-deprecated-successor': 'listAnimals' });
  const Link = '</v1/animals>; rel="successor-version"';
  expect(readDeprecationHeaders(operation, contract, '/v1')).toEqual({ ...HEADERS.old, Link });
});

test.each([
  ['2027-01-01', { Deprecation: '@1767225600', Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }],
  ['2029-01-01', HEADERS.older],
])('when the operation has the sunset %s, then the earliest one counts', (sunset, headers) => {
  const own = dates('2026-01-01', sunset);
  expect(headersOf('a%20b=1', own)).toEqual(headers);
  expect(headersOf('', own)).toBeUndefined(); // its own headers stay
});

test('when two have the same sunset, then the earlier deprecation counts', () => {
  const later = { ...SORT, ...dates('2026-05-01', '2030-12-05') };
  const parameters = [later, { name: 'X-Old', in: 'header', ...OLD }];
  expect(headersOf('sort', { parameters }, true)).toEqual(HEADERS.old);
});
