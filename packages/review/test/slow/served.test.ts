// The constructs of OpenAPI that are served: neither `spec:lint` nor the generator refuses them.
import { bundleContract, formatProblem } from '@animal-store/openapi-tools';
import { lintContract } from '../../src/lint/lint-contract.js';
import {
  add,
  all,
  type Edit,
  edited,
  remove,
  set,
  withFolder,
  write,
} from '../support/edit-contract.js';

const NEW = 'components schemas NewPet properties extra';
const SCHEMAS = 'components schemas';
const LIST = 'paths /pets get';
const ADD = 'paths /pets post';
const GET = 'paths /pets/{petId} get';

const STRING = { type: 'string' };
const INT64 = { $ref: '#/components/schemas/Int64' };
const DATES = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };
const OLD = { ...STRING, deprecated: true, ...DATES };
const CAT = { ...object({ kind: STRING, lives: { type: 'integer' } }), required: ['kind'] };

function object(properties: object) {
  return { type: 'object', additionalProperties: false, properties };
}

const parameter = (place: string, schema: object, other: object = {}) =>
  add(`${LIST} parameters`, {
    name: 'X-filter'.slice(place === 'query' ? 2 : 0),
    in: place,
    description: 'A filter.',
    schema,
    ...other,
  });

const union = (schemas: Record<string, object>, extra: object) =>
  all(
    ...Object.entries(schemas).map(([name, schema]) => set(`${SCHEMAS} ${name}`, schema)),
    set(NEW, extra),
  );

const branches = {
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
};

const SERVED: [string, Edit][] = [
  [
    'a query array',
    parameter('query', { type: 'array', items: STRING, minItems: 1, uniqueItems: true }),
  ],
  [
    'a query array of int64, comma-separated',
    parameter('query', { type: 'array', items: INT64 }, { explode: false, style: 'form' }),
  ],
  ['a boolean', parameter('query', { type: 'boolean' })],
  ['a number', parameter('query', { type: 'number', minimum: 0.5 })],
  ['a date-time', parameter('query', { type: 'string', format: 'date-time' })],
  ['an integer enum', parameter('query', { type: 'integer', enum: [1, 2, 3] })],
  ['a nullable int64', parameter('query', { type: ['integer', 'null'], format: 'int64' })],
  ['a nullable enum', parameter('query', { type: ['string', 'null'], enum: ['a', null] })],
  ['a header parameter', parameter('header', { type: 'integer', default: 5 })],
  ['a header list', parameter('header', { type: 'array', items: STRING }, { style: 'simple' })],
  ['a nullable reference', set(NEW, { anyOf: [INT64, { type: 'null' }] })],
  ['an open object', set(NEW, { type: 'object', properties: { kind: STRING } })],
  [
    'an open composition',
    set(NEW, {
      allOf: [
        { type: 'object', properties: { kind: STRING } },
        { type: 'object', properties: { size: STRING } },
      ],
    }),
  ],
  ['two types', set(NEW, { type: ['string', 'integer'] })],
  [
    'an array body',
    set(`${ADD} requestBody content application/json`, {
      schema: { type: 'array', items: { $ref: '#/components/schemas/NewPet' } },
    }),
  ],
  [
    'a merge patch',
    set(`${ADD} requestBody content`, {
      'application/merge-patch+json': { schema: { $ref: '#/components/schemas/NewPet' } },
    }),
  ],
  ['an optional body', set(`${ADD} requestBody required`, false)],
  [
    'a reply of another JSON type',
    set(`${LIST} responses 200 content`, {
      'application/hal+json': { schema: { $ref: '#/components/schemas/Pets' } },
    }),
  ],
  ['oneOf', set(NEW, { oneOf: [STRING, { type: 'integer' }] })],
  [
    'a discriminator',
    union({ Cat: CAT, Dog: CAT }, { ...branches, discriminator: { propertyName: 'kind' } }),
  ],
  [
    'a discriminator with a mapping',
    union(
      {
        Cat: { ...CAT, properties: { kind: { type: 'string', const: 'cat' } } },
        Dog: { ...CAT, properties: { kind: { type: 'string', enum: ['dog', 'wolf'] } } },
      },
      {
        ...branches,
        discriminator: {
          propertyName: 'kind',
          mapping: {
            cat: '#/components/schemas/Cat',
            dog: 'Dog',
            wolf: '#/components/schemas/Dog',
          },
        },
      },
    ),
  ],
  [
    'a discriminator of composed branches',
    union(
      {
        Animal: { type: 'object', required: ['kind'], properties: { kind: STRING } },
        Cat: {
          allOf: [
            { $ref: '#/components/schemas/Animal' },
            { type: 'object', properties: { lives: { type: 'integer' } } },
          ],
          unevaluatedProperties: false,
        },
        Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }], unevaluatedProperties: false },
      },
      { anyOf: branches.oneOf, discriminator: { propertyName: 'kind' } },
    ),
  ],
  [
    'a union of unions',
    union(
      {
        Cat: CAT,
        Dog: CAT,
        Tame: { ...branches, discriminator: { propertyName: 'kind' } },
        Fish: CAT,
      },
      {
        oneOf: [{ $ref: '#/components/schemas/Tame' }, { $ref: '#/components/schemas/Fish' }],
        discriminator: {
          propertyName: 'kind',
          mapping: {
            Cat: '#/components/schemas/Tame',
            Dog: '#/components/schemas/Tame',
            Fish: '#/components/schemas/Fish',
          },
        },
      },
    ),
  ],
  [
    'a nullable union',
    union(
      { Cat: CAT, Dog: CAT, Animal: { ...branches, discriminator: { propertyName: 'kind' } } },
      { oneOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'null' }] },
    ),
  ],
  [
    'allOf',
    set(NEW, {
      allOf: [
        { type: 'object', properties: { a: STRING } },
        { type: 'object', required: ['b'], properties: { b: STRING } },
      ],
      unevaluatedProperties: false,
    }),
  ],
  [
    'allOf of one reference',
    set(NEW, { allOf: [{ $ref: '#/components/schemas/PetName' }], maxLength: 5, default: 'Rex' }),
  ],
  [
    'allOf that requires more',
    set(NEW, {
      allOf: [{ type: 'object', properties: { a: STRING } }, { required: ['a'] }],
      unevaluatedProperties: false,
    }),
  ],
  ['a map', set(NEW, { type: 'object', additionalProperties: INT64, maxProperties: 5 })],
  ['a map of any JSON', set(NEW, { type: 'object', additionalProperties: true })],
  [
    'a map with a pattern',
    set(NEW, {
      type: 'object',
      patternProperties: { '^[a-z]+$': STRING },
      additionalProperties: false,
    }),
  ],
  [
    'nested arrays and objects',
    set(NEW, {
      type: 'array',
      items: { type: 'array', items: object({ a: object({ b: INT64 }) }) },
    }),
  ],
  ['a default', set(NEW, { type: 'array', items: STRING, default: [] })],
  [
    'a default beside a reference',
    set(NEW, { $ref: '#/components/schemas/PetStatus', default: 'sold' }),
  ],
  [
    'a map with exceptions',
    set(NEW, {
      type: 'object',
      properties: { size: { type: 'integer' } },
      additionalProperties: STRING,
    }),
  ],
  [
    'propertyNames',
    set(NEW, {
      type: 'object',
      additionalProperties: STRING,
      propertyNames: { pattern: '^[a-z]+$' },
    }),
  ],
  ['a tuple', set(NEW, { type: 'array', prefixItems: [STRING, INT64], items: false })],
  ['not', set(NEW, { type: 'integer', not: { multipleOf: 2 } })],
  [
    'contains',
    set(NEW, {
      type: 'array',
      items: { type: 'integer' },
      contains: { multipleOf: 2 },
      maxContains: 2,
    }),
  ],
  ['allOf that narrows a type', set(NEW, { allOf: [INT64, { minimum: 5 }] })],
  [
    'readOnly of a named schema',
    union(
      { Created: { type: 'string', readOnly: true } },
      { $ref: '#/components/schemas/Created' },
    ),
  ],
  [
    'open alternatives of a closed object',
    set(NEW, {
      anyOf: [
        { type: 'object', required: ['a'], properties: { a: STRING } },
        { type: 'object', required: ['b'], properties: { b: STRING } },
      ],
      unevaluatedProperties: false,
    }),
  ],
  [
    'a query parameter with dots and letters of all scripts',
    set('components parameters Limit name', 'filter.größe'),
  ],
  ['a header parameter with a dot', set(`${ADD} parameters 0 name`, 'X.Tenant_Name')],
  ['const', set(NEW, { type: 'string', const: 'a' })],
  ['const without a type', set(NEW, { const: 'a' })],
  ['readOnly', set(NEW, { $ref: '#/components/schemas/Int64', readOnly: true })],
  [
    'required readOnly',
    all(set(NEW, { type: 'string', readOnly: true }), add(`${SCHEMAS} NewPet required`, 'extra')),
  ],
  [
    'required writeOnly',
    all(
      set(`${SCHEMAS} Pet properties extra`, { type: 'string', writeOnly: true }),
      add(`${SCHEMAS} Pet required`, 'extra'),
    ),
  ],
  [
    'dependentRequired',
    set(NEW, { ...object({ a: STRING, b: STRING }), dependentRequired: { a: ['b'] } }),
  ],
  [
    'bounds',
    set(NEW, {
      type: 'integer',
      format: 'int64',
      minimum: -9007199254740991,
      maximum: 9007199254740991,
    }),
  ],
  ['multiples', set(NEW, { type: 'integer', multipleOf: 5 })],
  ['unique strings', set(NEW, { type: 'array', items: STRING, uniqueItems: true })],
  ['examples', set(NEW, { type: 'string', examples: ['a', 'b'] })],
  ...[
    'date',
    'date-time',
    'time',
    'duration',
    'uuid',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'byte',
    'json-pointer',
    'password',
  ].map((format): [string, Edit] => [`the format ${format}`, set(NEW, { type: 'string', format })]),
  [
    'several success statuses',
    set(`${LIST} responses 202`, { description: 'Later.', headers: { ...rateLimitHeaders() } }),
  ],
  [
    'a required response header',
    set(`${LIST} responses 200 headers X-Total`, {
      description: 'The total.',
      required: true,
      schema: { type: 'integer' },
    }),
  ],
  [
    'a string path parameter',
    all(
      set(`${GET} parameters 0 schema`, { type: 'string', minLength: 1 }),
      set(`${GET} parameters 0 example`, 'rex'),
    ),
  ],
  [
    'documentation',
    all(set('externalDocs', { url: 'https://a.example' }), set('paths /pets summary', 'Animals')),
  ],
  [
    'a deprecated parameter',
    all(
      set('components parameters Limit deprecated', true),
      dates('components parameters Limit'),
      declareHeaders(`${LIST} responses 200`),
      declareHeaders('paths /store/orders get responses 200'),
    ),
  ],
  [
    'deprecated properties of any name',
    all(
      set(NEW, {
        ...object({ properties: OLD, deprecated: OLD, items: { type: 'array', items: STRING } }),
      }),
      set(`${SCHEMAS} NewPet properties status deprecated`, true),
      dates(`${SCHEMAS} NewPet properties status`),
      declareHeaders(`${ADD} responses 201`),
      declareHeaders('components responses IdempotencyInProgress'),
      declareHeaders('components responses IdempotencyMismatch'),
    ),
  ],
  ['no deprecation policy', remove('x-deprecation-policy')],
];

function dates(path: string): Edit {
  return all(...Object.entries(DATES).map(([key, value]) => set(`${path} ${key}`, value)));
}
function declareHeaders(response: string): Edit {
  const header = { description: 'Of the request.', schema: STRING };
  return all(
    ...['Deprecation', 'Sunset'].map((name) => set(`${response} headers ${name}`, header)),
  );
}
function rateLimitHeaders() {
  const names = [
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'RateLimit-Policy',
    'RateLimit',
    'X-Request-Id',
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
test.each(SERVED)('when the contract has %s, then it is not refused', async (_name, edit) => {
  const text = await edited(edit);
  await withFolder(async (folder) => {
    const file = await write(folder, 'openapi.yaml', text);
    const { bundle, problems } = await bundleContract(file);
    expect(problems.map(formatProblem)).toEqual([]);
    expect(bundle).toBeDefined();
    expect((await lintContract(file, '2026-11-20')).map(formatProblem)).toEqual([]);
  });
});
