// Values at the bounds of a schema of the contract, for tests that follow edits of openapi.yaml.
import { document, resolve, type Schema, toInt64 } from '@animal-store/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_ITEMS = 3;
const TEXTS = [
  ...['', 'a', 'A b', ' é"\\\' ', '😀', '\u2028', '%_', 'NULL', '0x10', '-1', '007', '{"a":1}'],
  ...['2026-11-21T00:00:00Z', '2026-11-21T23:59:59.123456+05:30', '2026-11-21', '00:00:00Z'],
  ...['0f8fad5b-d9cb-469f-a165-70867728950e', 'a@example.com', 'https://example.com/?q=%20'],
];
const INTEGERS = [MIN_INT64, -(2n ** 53n) - 1n, -1n, 0n, 1n, 2n ** 53n + 1n, MAX_INT64];
const NUMBERS = [-1.5, 0, 0.1, 1e-7, 123456789.125, 1e21, -1.7976931348623157e308, 5e-324];

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: 'contract', components: document.components });

type Objects = Readonly<Record<string, unknown>>;

/** The schema without its `$ref`. Keywords beside it apply too. */
export function resolved(schema: Schema): Schema {
  const { $ref, ...siblings } = schema;
  if ($ref === undefined) return schema;
  return { ...resolved(resolve<Schema>({ $ref: String($ref) }, document)), ...siblings };
}

/** Valid values of a schema, the bounds among them. At least one. */
export function boundaryValues(given: Schema): unknown[] {
  const schema = merged(resolved(given));
  const values = candidates(schema);
  if (values.length === 0) throw new Error(`no value for ${JSON.stringify(given)}`);
  return values;
}

/** Objects of a schema: one with all properties for each boundary value of each property, and one with only the required ones. */
export function boundaryObjects(given: Schema): Objects[] {
  const schema = merged(resolved(given));
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as readonly string[];
  const values = properties.map(([name, property]) => [name, boundaryValues(property)] as const);
  const full = Object.fromEntries(values.map(([name, [first]]) => [name, first]));
  const least = Object.fromEntries(
    Object.entries(full).filter(([name]) => required.includes(name)),
  );
  return [
    full,
    least,
    ...values.flatMap(([name, all]) => all.map((value) => ({ ...full, [name]: value }))),
  ];
}

/** `allOf` as one schema. */
function merged({ allOf, ...rest }: Schema): Schema {
  if (!Array.isArray(allOf)) return rest;
  const parts = [rest, ...allOf.map((part: Schema) => merged(resolved(part)))];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  });
}

function candidates(schema: Schema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  if ('const' in schema) return [schema.const];
  const branches = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(branches)) return branches.flatMap(boundaryValues);
  const types = [schema.type ?? 'string'].flat();
  return types.flatMap((type) => candidatesOf(type, schema));
}

function candidatesOf(type: unknown, schema: Schema): unknown[] {
  switch (type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'array':
      return arrays(schema);
    case 'object':
      return objects(schema);
    default:
      return texts(schema);
  }
}

function integers(schema: Schema): unknown[] {
  const isExact = schema.format === 'int64';
  const bits32 = schema.format === 'int32';
  const min = bound(
    schema,
    'minimum',
    isExact ? MIN_INT64 : bits32 ? -(2n ** 31n) : -(2n ** 53n) + 1n,
  );
  const max = bound(
    schema,
    'maximum',
    isExact ? MAX_INT64 : bits32 ? 2n ** 31n - 1n : 2n ** 53n - 1n,
  );
  const inside = INTEGERS.filter((value) => value > min && value < max);
  return [...new Set([min, ...inside, max])]
    .map(toInt64)
    .filter((value) => (typeof value === 'bigint' ? true : isValid(schema, value)));
}

function bound(schema: Schema, keyword: string, fallback: bigint): bigint {
  const { [keyword]: value } = schema;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : fallback;
}

function numbers(schema: Schema): unknown[] {
  const bounds = [schema.minimum, schema.maximum].filter((value) => typeof value === 'number');
  return [...bounds, ...NUMBERS].filter((value) => isValid(schema, value));
}

function texts(schema: Schema): unknown[] {
  const lengths = [schema.minLength, schema.maxLength].filter((value) => typeof value === 'number');
  const long = lengths.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]);
  return [...TEXTS, ...long].filter((value) => isValid(schema, value));
}

function arrays(schema: Schema): unknown[] {
  const items = boundaryValues((schema.items ?? {}) as Schema);
  const sizes = [
    schema.minItems ?? 0,
    1,
    Math.min(Number(schema.maxItems ?? MAX_ITEMS), items.length),
  ];
  return [...new Set(sizes.map(Number))].map((size) =>
    Array.from({ length: size }, (_, index) => items[index % items.length]),
  );
}

function objects(schema: Schema): unknown[] {
  if (schema.properties !== undefined) return boundaryObjects(schema);
  const { additionalProperties: extra } = schema;
  const values = boundaryValues(typeof extra === 'object' ? (extra as Schema) : { type: 'string' });
  return [{}, Object.fromEntries(values.map((value, index) => [`key "${index}"`, value]))];
}

function isValid(schema: Schema, value: unknown): boolean {
  const key = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components');
  return ajv.validate(JSON.parse(key), value);
}
