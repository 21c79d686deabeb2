// Schema facts: the types of the values that a schema allows, gathered from references, `allOf`, `anyOf`, `oneOf`,
// `enum` and `const`.
import { isObject, type JsonObject, listOf } from './json.js';

/** `int64` is `type: integer` with `format: int64`. */
export type ValueType =
  | 'null'
  | 'boolean'
  | 'string'
  | 'number'
  | 'integer'
  | 'int64'
  | 'array'
  | 'object';

/** The target of a reference. */
export type Resolve = (reference: string) => unknown;

export interface SchemaFacts {
  /** Undefined if the schema does not restrict the type. */
  types: ReadonlySet<ValueType> | undefined;
  /** Facts of the items of a list; undefined if the schema does not restrict them. */
  items: SchemaFacts | undefined;
  /** Whether the empty string is a value; true if in doubt. */
  admitsEmpty: boolean;
  default: unknown;
  flaws: readonly Flaw[];
}

/** A circular schema has itself as a part. Validators ignore a default in one of several alternatives. */
export type Flaw = 'circular' | 'default of an alternative';

const NO_FACTS: SchemaFacts = {
  types: undefined,
  items: undefined,
  admitsEmpty: true,
  default: undefined,
  flaws: [],
};

/** Formats that no empty string has. */
const NON_EMPTY_FORMATS = new Set(
  'date date-time time duration email hostname ipv4 ipv6 uri uuid'.split(' '),
);

export function factsOf(
  schema: unknown,
  resolve: Resolve,
  parents: readonly unknown[] = [],
): SchemaFacts {
  if (!isObject(schema)) return NO_FACTS;
  if (parents.includes(schema)) return { ...NO_FACTS, flaws: ['circular'] };
  const read = (part: unknown) => factsOf(part, resolve, [...parents, schema]);
  const unions = [listOf(schema.anyOf), listOf(schema.oneOf)].filter(({ length }) => length > 0);
  return [
    ownFacts(schema, read),
    ...(typeof schema.$ref === 'string' ? [read(resolve(schema.$ref))] : []),
    ...listOf(schema.allOf).map(read),
    ...unions.map((branches) => branches.map(read).reduce(either)),
  ].reduce(both);
}

function ownFacts(schema: JsonObject, read: (part: unknown) => SchemaFacts): SchemaFacts {
  const values = valuesOf(schema);
  const isEmptyExcluded =
    Number(schema.minLength) > 0 ||
    NON_EMPTY_FORMATS.has(String(schema.format)) ||
    values?.includes('') === false;
  const types = ownTypes(schema, values);
  return {
    ...NO_FACTS,
    types,
    items: 'items' in schema ? read(schema.items) : undefined,
    admitsEmpty: !isEmptyExcluded && (types?.has('string') ?? true),
    default: schema.default,
  };
}

/** The only values of a schema; undefined if it has neither `const` nor `enum`. */
export function valuesOf(schema: JsonObject): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

export function ownTypes(
  { type, format }: JsonObject,
  values: readonly unknown[] | undefined,
): ReadonlySet<ValueType> | undefined {
  const found = values?.map(typeOfValue);
  if (type === undefined) return found && simplify(found);
  const declared = [type]
    .flat()
    .map((name) => (name === 'integer' && format === 'int64' ? 'int64' : (name as ValueType)));
  // `type: [string, 'null']` with an `enum` that lacks null does not allow null.
  const isFound = (one: ValueType) =>
    found?.some((other) => numericBase(other) === numericBase(one));
  return simplify(found ? declared.filter(isFound) : declared);
}

export function typeOfValue(value: unknown): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** Integers are numbers. */
function numericBase(type: ValueType): ValueType {
  return type === 'integer' || type === 'int64' ? 'number' : type;
}

/** `integer` beside a wider type adds nothing. */
function simplify(types: readonly ValueType[]): ReadonlySet<ValueType> {
  const all = new Set(types);
  if (all.has('number') || all.has('int64')) all.delete('integer');
  return all;
}

/** Facts of the values that both schemas allow. */
function both(one: SchemaFacts, other: SchemaFacts): SchemaFacts {
  return {
    types:
      one.types && other.types
        ? intersect([...one.types], [...other.types])
        : (one.types ?? other.types),
    items: one.items && other.items ? both(one.items, other.items) : (one.items ?? other.items),
    admitsEmpty: one.admitsEmpty && other.admitsEmpty,
    default: one.default === undefined ? other.default : one.default,
    flaws: [...one.flaws, ...other.flaws],
  };
}

/** The generated type of an int64 that is also a number is `number`, so the result is a plain integer. */
function intersect(one: readonly ValueType[], other: readonly ValueType[]): ReadonlySet<ValueType> {
  return simplify(
    one.flatMap((type) =>
      other
        .filter((candidate) => numericBase(candidate) === numericBase(type))
        .map((candidate) => (candidate === type ? type : 'integer')),
    ),
  );
}

/** Facts of the values that one of the schemas allows. */
function either(one: SchemaFacts, other: SchemaFacts): SchemaFacts {
  return {
    types: one.types && other.types && simplify([...one.types, ...other.types]),
    items: one.items && other.items ? either(one.items, other.items) : (one.items ?? other.items),
    admitsEmpty: one.admitsEmpty || other.admitsEmpty,
    default: undefined,
    flaws: [one, other].flatMap(({ flaws, default: value }) =>
      value === undefined ? flaws : [...flaws, 'default of an alternative' as const],
    ),
  };
}
