// Deprecation headers of requests that send deprecated parameters, or a body with deprecated properties.
import { readDeprecatedParts, readDeprecation, usedDeprecation } from '../../src/http/index.js';
import { document, type Operation } from '../../src/index.js';

const OLD = { type: 'string', deprecated: true, ...dates('2026-01-01', '2030-12-05') };
const OLDER = { type: 'string', deprecated: true, ...dates('2025-06-01', '2028-01-01') };
const NEW = { type: 'string' };
/** The headers of each, by the year of the sunset. */
const HEADERS = {
  2028: { Deprecation: '@1748736000', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
  2030: { Deprecation: '@1767225600', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' },
};

function dates(since: string, sunset: string) {
  return { 'x-deprecated-since': since, 'x-deprecated-sunset': sunset };
}

function object(properties: object, others: object = {}) {
  return { type: 'object', additionalProperties: false, properties, ...others };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const edited = structuredClone(document);
Object.assign(edited.components.schemas, {
  Tag: object({ colour: OLD, label: NEW }),
  Tree: object({ bark: OLD, children: { type: 'array', items: ref('Tree') } }),
  Cat: object({ kind: { const: 'cat' }, lives: OLD }, { required: ['kind'] }),
  Dog: object({ kind: { const: 'dog' }, lives: NEW, tag: ref('Tag') }, { required: ['kind'] }),
  Loop: { anyOf: [ref('Loop'), object({ old: OLD })] },
});

function operationWith(part: object): Operation {
  return { operationId: 'listPets', responses: {}, ...part };
}

function partsWith(part: object) {
  return readDeprecatedParts(operationWith(part), edited);
}

function bodyHeaders(schema: object, body: unknown) {
  const content = { 'application/json': { schema } };
  const parts = partsWith({ requestBody: { content } });
  expect(parts).toEqual(parts && JSON.parse(JSON.stringify(parts)));
  return parts && usedDeprecation(parts, { query: '', hasHeader: () => false, body });
}

test.each<[string, object, unknown, object | undefined]>([
  ['a deprecated property', object({ old: OLD }), { old: 'a' }, HEADERS[2030]],
  ['null', object({ old: OLD }), { old: null }, HEADERS[2030]],
  ['no deprecated property', object({ old: OLD, new: NEW }), { new: 'a' }, undefined],
  [
    'two deprecated properties',
    object({ old: OLD, older: OLDER }),
    { old: '', older: '' },
    HEADERS[2028],
  ],
  ['something that is no object', object({ old: OLD }), ['old'], undefined],
  ['a nested property', object({ tag: ref('Tag') }), { tag: { colour: '' } }, HEADERS[2030]],
  ['another nested property', object({ tag: ref('Tag') }), { tag: { label: '' } }, undefined],
  [
    'a property beside a reference',
    object({ tag: { ...ref('Tag'), deprecated: true, ...dates('2025-06-01', '2028-01-01') } }),
    { tag: {} },
    HEADERS[2028],
  ],
  ['an item', { type: 'array', items: ref('Tag') }, [{}, { colour: '' }], HEADERS[2030]],
  ['no item', { type: 'array', items: ref('Tag') }, [], undefined],
  [
    'a leading item',
    { type: 'array', prefixItems: [NEW, ref('Tag')], items: object({ old: OLDER }) },
    ['', { colour: '' }],
    HEADERS[2030],
  ],
  [
    'a later item',
    { type: 'array', prefixItems: [NEW, ref('Tag')], items: object({ old: OLDER }) },
    [{ old: '' }, {}, { old: '' }],
    HEADERS[2028],
  ],
  [
    'a value of a map',
    { type: 'object', additionalProperties: ref('Tag') },
    { a: { colour: '' } },
    HEADERS[2030],
  ],
  [
    'a declared property of a map',
    { type: 'object', properties: { a: { type: 'object' } }, additionalProperties: ref('Tag') },
    { a: { colour: '' } },
    undefined,
  ],
  [
    'a name of a pattern',
    { type: 'object', patternProperties: { '^t': ref('Tag') } },
    { t1: { colour: '' } },
    HEADERS[2030],
  ],
  [
    'a name of no pattern',
    { type: 'object', patternProperties: { '^t': ref('Tag') } },
    { a: { colour: '' } },
    undefined,
  ],
  [
    'a property of a part',
    { allOf: [ref('Tag'), object({ old: OLDER })] },
    { old: '', colour: '' },
    HEADERS[2028],
  ],
  [
    'a property of the branch',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { kind: 'cat', lives: '9' },
    HEADERS[2030],
  ],
  [
    'a property of the other branch',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { kind: 'dog', lives: '9' },
    undefined,
  ],
  [
    'a nested property of a branch',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { kind: 'dog', tag: { colour: '' } },
    HEADERS[2030],
  ],
  [
    'a branch by its discriminator',
    {
      anyOf: [ref('Cat'), ref('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    },
    { kind: 'cat', lives: '' },
    HEADERS[2030],
  ],
  [
    'a branch beside null',
    { anyOf: [{ type: 'null' }, ref('Tag')] },
    { colour: '' },
    HEADERS[2030],
  ],
  [
    'branches that nothing tells apart',
    { anyOf: [object({ a: OLD }), object({ a: NEW })] },
    { a: '' },
    HEADERS[2030],
  ],
  [
    'a schema that contains itself',
    ref('Tree'),
    { children: [{ children: [{ bark: '' }] }] },
    HEADERS[2030],
  ],
  ['a schema that is its own branch', ref('Loop'), { old: '' }, HEADERS[2030]],
  ['a name that every object has', object({ toString: OLD }), {}, undefined],
  ['a read-only property', object({ old: { ...OLD, readOnly: true } }), { old: '' }, undefined],
])('when the body has %s, then its headers are right', (_name, schema, body, headers) => {
  expect(bodyHeaders(schema, body)).toEqual(headers);
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
  ['limit=1', undefined],
  ['', undefined],
  ['limit=sort', undefined],
  ['sort', HEADERS[2030]],
  ['limit=1&sort=', HEADERS[2030]],
  ['s%6Frt=id', HEADERS[2030]],
  ['%zz=1&sort=id', HEADERS[2030]],
  ['a+b=1', HEADERS[2028]],
  ['sort=id&a%20b=1', HEADERS[2028]],
])('when the query is "%s", then the headers are those of what it sends', (query, headers) => {
  expect(headersOf(query)).toEqual(headers);
});

test('when a deprecated header is sent, then the earliest sunset of all that is sent counts', () => {
  expect(headersOf('', {}, true)).toEqual(HEADERS[2030]);
  expect(headersOf('a%20b=1', {}, true)).toEqual(HEADERS[2028]);
});

test('when nothing is deprecated, then there is nothing to look for', () => {
  expect(partsWith({ parameters: [{ name: 'limit', in: 'query' }] })).toBeUndefined();
});

test('when a path parameter is deprecated, then every response has its headers', () => {
  const operation = operationWith({ parameters: [{ name: 'id', in: 'path', ...OLD }] });
  expect(readDeprecation(operation, edited, '/v1')).toEqual(HEADERS[2030]);
  expect(readDeprecatedParts(operation, edited)).toBeUndefined();
});

test.each([
  ['2027-01-01', { Deprecation: '@1767225600', Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }],
  ['2029-01-01', HEADERS[2028]],
])('when the operation has the sunset %s, then the earliest one counts', (sunset, headers) => {
  const own = { deprecated: true, ...dates('2026-01-01', sunset) };
  expect(headersOf('a%20b=1', own)).toEqual(headers);
  expect(headersOf('', own)).toBeUndefined(); // its own headers stay
});

test('when two have the same sunset, then the earlier deprecation counts', () => {
  const later = { ...SORT, ...dates('2026-05-01', '2030-12-05') };
  const parameters = [later, { name: 'X-Old', in: 'header', ...OLD }];
  expect(headersOf('sort', { parameters }, true)).toEqual(HEADERS[2030]);
});
