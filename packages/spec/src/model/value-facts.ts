// Value facts: what a schema says of its values as a whole, through references, `allOf`, `anyOf`, `oneOf`, `enum` and `const`:
// their types, with 64-bit integers as a type of their own, and their default.
import { partsOf, typeOfValue, valuesOf } from './questions.js';
import type { Edge, Schema, TypeName } from './schema.js';

/** `int64` is `type: integer` with `format: int64`. */
export type ValueType = TypeName | 'int64';

export interface ValueFacts {
  /** Undefined if the schema does not restrict the type. */
  types: ReadonlySet<ValueType> | undefined;
  /** Facts of the items of a list; undefined if the schema does not restrict them. */
  items: ValueFacts | undefined;
  /** Whether the empty string is a value; true if in doubt. */
  admitsEmpty: boolean;
  default: unknown;
  flaws: readonly Flaw[];
}

/** A circular schema has itself as a part. Validators ignore a default in one of several alternatives. */
export type Flaw = 'circular' | 'default of an alternative';

/** Of any value. */
export const NO_FACTS: ValueFacts = Object.freeze({
  types: undefined,
  items: undefined,
  admitsEmpty: true,
  default: undefined,
  flaws: [],
});

/** Formats that no empty string has. */
const NON_EMPTY_FORMATS = new Set(
  'date date-time time duration email hostname ipv4 ipv6 uri uuid'.split(' '),
);

export function factsOf({ schema, notes }: Edge, parents: readonly Schema[] = []): ValueFacts {
  if (parents.includes(schema)) return { ...NO_FACTS, flaws: ['circular'] };
  const read = (inner: Edge) => factsOf(inner, [...parents, schema]);
  const unions = [schema.anyOf, schema.oneOf].flatMap((union) =>
    union === undefined || union.branches.length === 0 ? [] : [union.branches],
  );
  return [
    { ...NO_FACTS, default: notes.default },
    ownFacts(schema, read),
    ...partsOf(schema).map(read),
    ...unions.map((branches) => branches.map(read).reduce(either)),
  ].reduce(both);
}

function ownFacts(schema: Schema, read: (inner: Edge) => ValueFacts): ValueFacts {
  const { minLength = 0 } = schema.bounds;
  const isEmptyExcluded =
    minLength > 0 ||
    NON_EMPTY_FORMATS.has(String(schema.format)) ||
    valuesOf(schema)?.includes('') === false;
  const types = valueTypesOf(schema);
  return {
    ...NO_FACTS,
    types,
    items: schema.items && read(schema.items),
    admitsEmpty: !isEmptyExcluded && (types?.has('string') ?? true),
    default: schema.notes.default,
  };
}

/** The types that the schema itself allows; undefined if it does not restrict them. */
function valueTypesOf(schema: Schema): ReadonlySet<ValueType> | undefined {
  const found = valuesOf(schema)?.map(typeOfValue);
  if (schema.types === undefined) return found && simplify(found);
  const declared = schema.types.map((type) =>
    type === 'integer' && schema.format === 'int64' ? 'int64' : type,
  );
  // `type: [string, 'null']` with an `enum` that lacks null does not allow null.
  const isFound = (one: ValueType) =>
    found?.some((other) => numericBase(other) === numericBase(one));
  return simplify(found ? declared.filter(isFound) : declared);
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
export function both(one: ValueFacts, other: ValueFacts): ValueFacts {
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
function either(one: ValueFacts, other: ValueFacts): ValueFacts {
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
