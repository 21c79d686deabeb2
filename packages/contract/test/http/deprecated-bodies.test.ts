// Deprecation headers of requests whose body has deprecated properties.
import { usedDeprecation } from '../../src/http/index.js';
import { dates, HEADERS, NEW, OLD, OLDER, object, partsWith, ref } from './deprecated-parts.js';

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
