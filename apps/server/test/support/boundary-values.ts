// Values at the bounds of a schema of the contract, for tests that follow edits of openapi.yaml.
import { document, resolve, type Schema, toInt64 } from '@animal-store/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const MAX_ITEMS = 3;
const INTEGERS = [0n, 1n, -1n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 53n - 1n, 1n - 2n ** 53n]
  .concat([2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)])
  .map(toInt64);
const NUMBERS = [-1.5, 0.1, 1e-7, 123456789.125, 1e21, -1.7976931348623157e308, 5e-324];
const TEXTS = [
  ...['', 'a', 'A b', ' é"\\\' ', '😀', '\u2028', '%_', 'NULL', '0x10', '-1', '007', '{"a":1}'],
  ...['2026-11-21T00:00:00Z', '2026-11-21T23:59:59.123456+05:30', '2026-11-21', '00:00:00Z'],
  ...['0f8fad5b-d9cb-469f-a165-70867728950e', 'a@example.com', 'https://example.com/?q=%20'],
];

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: 'contract', components: document.components });

type Objects = Readonly<Record<string, unknown>>;

/** Valid values of a schema, the bounds among them. At least one. */
function boundaryValues(given: Schema): unknown[] {
  const schema = merged(given);
  const branches = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(branches)) return branches.flatMap(boundaryValues);
  const { enum: options = [], minimum, maximum, minLength, maxLength } = schema;
  const lengths = [minLength, maxLength].filter((length) => typeof length === 'number');
  const candidates = [
    ...[...(options as unknown[]), schema.const, minimum, maximum, true, false, null],
    ...[...INTEGERS, ...NUMBERS, ...TEXTS, ...arrays(schema), ...objects(schema)],
    ...lengths.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]),
  ];
  const values = new Set(candidates.filter((value) => isValid(schema, value)));
  if (values.size === 0) throw new Error(`no value for ${JSON.stringify(given)}`);
  return [...values];
}

/** Objects of a schema: one with all properties for each boundary value of each property, and one with only the required ones. */
export function boundaryObjects(given: Schema): Objects[] {
  const { properties = {}, required = [] } = merged(given);
  const values = Object.entries(properties as Record<string, Schema>).map(
    ([name, property]) => [name, boundaryValues(property)] as const,
  );
  const full = Object.fromEntries(values.map(([name, [first]]) => [name, first]));
  const isRequired = ([name]: [string, unknown]) => (required as string[]).includes(name);
  return [
    full,
    Object.fromEntries(Object.entries(full).filter(isRequired)),
    ...values.flatMap(([name, all]) => all.map((value) => ({ ...full, [name]: value }))),
  ];
}

/** `$ref` and `allOf` as one schema. Keywords beside them apply too. */
function merged({ $ref, allOf = [], ...rest }: Schema): Schema {
  const referred = $ref === undefined ? [] : [resolve<Schema>({ $ref: String($ref) }, document)];
  const parts = [...[...referred, ...(allOf as Schema[])].map(merged), rest];
  if (parts.length === 1) return rest;
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => (part.required ?? []) as string[]);
  return Object.assign(
    {},
    ...parts,
    Object.keys(properties).length > 0 && { properties, required },
  );
}

function arrays({ type, items = {} }: Schema): unknown[][] {
  if (![type].flat().includes('array')) return [];
  const values = boundaryValues(items as Schema);
  return [0, 1, MAX_ITEMS].map((size) => values.slice(0, size));
}

function objects(schema: Schema): object[] {
  if (![schema.type].flat().includes('object')) return [];
  if (schema.properties !== undefined) return boundaryObjects(schema);
  const { additionalProperties: extra } = schema;
  const values = boundaryValues(typeof extra === 'object' ? (extra as Schema) : { type: 'string' });
  return [{}, Object.fromEntries(values.map((value, index) => [`key "${index}"`, value]))];
}

/** Ajv knows no bigint, which only an int64 may be, and takes 1e21 for an integer. */
function isValid(schema: Schema, value: unknown): boolean {
  if (typeof value === 'bigint' && schema.format !== 'int64') return false;
  if (value === undefined) return false;
  const isInteger = [schema.type].flat().includes('integer');
  if (isInteger && typeof value === 'number' && !Number.isSafeInteger(value)) return false;
  const text = JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint' ? Number(inner) : inner,
  );
  const own = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components');
  return ajv.validate(JSON.parse(own), JSON.parse(text));
}
