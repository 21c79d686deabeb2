// Variants of a schema: the alternatives of its `oneOf` and `anyOf`, each with all parts of its `allOf`.
import type { ContractDocument, Reference, Schema } from '@animal-store/contract';
import { resolve } from '@animal-store/contract';
import { namesOf } from '@animal-store/contract/request-schemas';

export type Entry = Schema | Reference;

export interface ObjectSchema extends Schema {
  properties?: Readonly<Record<string, Entry>>;
  patternProperties?: Readonly<Record<string, Entry>>;
  additionalProperties?: Entry | boolean;
  unevaluatedProperties?: unknown;
  required?: readonly string[];
  items?: Entry | boolean;
  prefixItems?: readonly Entry[];
  allOf?: readonly Entry[];
  oneOf?: readonly Entry[];
  anyOf?: readonly Entry[];
  enum?: readonly unknown[];
  discriminator?: { propertyName: string; mapping?: Readonly<Record<string, string>> };
}

type Kind = 'int64' | 'number' | 'string';

export interface SchemaVariant {
  /** A value has all of them. Their compositions are resolved. */
  schemas: readonly ObjectSchema[];
  /** The scalar types that their generated types have in common; undefined if nothing restricts the type. */
  kinds: ReadonlySet<Kind> | undefined;
  /** Names of properties that a message always has, in either direction. */
  required: readonly string[];
  /** Whether it has only properties that are declared. */
  isClosed: boolean;
  /** Values of properties with an `enum`, a `const`, or the name of the branch in a discriminator. */
  values: Readonly<Record<string, readonly unknown[]>>;
}

const ANYTHING: SchemaVariant = {
  schemas: [],
  kinds: undefined,
  required: [],
  isClosed: false,
  values: {},
};

export function expandSchema(
  entry: Entry,
  document: ContractDocument,
  parents: readonly object[] = [],
): SchemaVariant[] {
  const schema = resolve<ObjectSchema>(entry, document);
  if (parents.includes(schema)) return [ANYTHING];
  const expand = (part: Entry) => expandSchema(part, document, [...parents, schema]);
  const own = ownVariant(schema, document);
  if (own.kinds?.has('int64')) return [own]; // its generated type is Int64, whatever stands beside it
  const factors = (schema.allOf ?? []).map(expand);
  for (const branches of [schema.oneOf ?? [], schema.anyOf ?? []]) {
    if (branches.length === 0) continue;
    const alternatives = branches.flatMap((branch) =>
      expand(branch).map((variant) => both(variant, chosenBy(schema.discriminator, branch))),
    );
    factors.push(alternatives);
  }
  return factors.reduce((variants, factor) => cross(variants, factor), [own]);
}

function cross(variants: readonly SchemaVariant[], factor: readonly SchemaVariant[]) {
  return variants.flatMap((variant) => factor.map((other) => both(variant, other)));
}

function both(one: SchemaVariant, other: SchemaVariant): SchemaVariant {
  const { kinds } = other;
  return {
    schemas: [...one.schemas, ...other.schemas],
    kinds:
      one.kinds && kinds
        ? new Set([...one.kinds].filter((k) => kinds.has(k)))
        : (one.kinds ?? kinds),
    required: [...new Set([...one.required, ...other.required])],
    isClosed: one.isClosed || other.isClosed,
    values: { ...one.values, ...other.values },
  };
}

function ownVariant(schema: ObjectSchema, document: ContractDocument): SchemaVariant {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
  const declared = Object.entries(properties).map(
    ([name, entry]) => [name, { ...resolve<ObjectSchema>(entry, document), ...entry }] as const,
  );
  const inOneDirection = declared.filter(([, { readOnly, writeOnly }]) => readOnly || writeOnly);
  const isOpen = patternProperties !== undefined || typeof additionalProperties === 'object';
  const { unevaluatedProperties } = schema;
  return {
    schemas: [schema],
    kinds: kindsOf(schema),
    required: required.filter((name) => !inOneDirection.some(([other]) => other === name)),
    isClosed: !isOpen && (additionalProperties === false || unevaluatedProperties === false),
    values: Object.fromEntries(
      declared.flatMap(([name, property]) => {
        const values = literalsOf(property);
        return values ? [[name, values]] : [];
      }),
    ),
  };
}

function literalsOf(schema: ObjectSchema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}

function kindsOf(schema: ObjectSchema): ReadonlySet<Kind> | undefined {
  const { type, format } = schema;
  const literals = literalsOf(schema);
  const types = literals?.map((value) => typeof value) ?? type;
  if (types === undefined) return undefined;
  const kinds = new Set<Kind>();
  for (const name of typeof types === 'string' ? [types] : types) {
    if (name === 'string') kinds.add('string');
    if (name === 'number' || name === 'integer') kinds.add('number');
    if (name === 'integer' && format === 'int64') kinds.add('int64');
  }
  return kinds;
}

function chosenBy(discriminator: ObjectSchema['discriminator'], branch: Entry): SchemaVariant {
  const names = namesOf(branch, discriminator?.mapping);
  if (discriminator === undefined || names.length === 0) return ANYTHING;
  return { ...ANYTHING, values: { [discriminator.propertyName]: names } };
}
