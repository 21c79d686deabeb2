// Union of the branches of `oneOf` or `anyOf` as one schema, where no value can match two of them.
import {
  onlyTypeOf,
  type Schema,
  type TypeName,
  toJsonType,
  typeOfValue,
} from '@animal-store/spec/model';
import { intersectSchemas } from './intersect-schemas.js';
import { ANY, isKeywordOf, isPartOfType, keywordsOf } from './keywords.js';

/**
 * @param branches in canonical form.
 * @returns a schema to simplify; undefined if they cannot be written as one.
 */
export function uniteSchemas(branches: readonly Schema[]): Schema | undefined {
  return branches.length === 0 ? undefined : (uniteEnums(branches) ?? uniteTypes(branches));
}

/** `oneOf: [{ enum: [a] }, { enum: [b] }]` as `enum: [a, b]`. */
function uniteEnums(schemas: readonly Schema[]): Schema | undefined {
  const lists = schemas.map(onlyValuesOf);
  if (lists.includes(undefined) || schemas.every((schema) => schema.enum === undefined))
    return undefined;
  const all = lists.flatMap((values) => values ?? []);
  if (new Set(all.map((value) => JSON.stringify(value))).size < all.length) return undefined;
  return { ...ANY, types: schemas.flatMap(({ types = [] }) => types), enum: all };
}

/** The values of a schema that says nothing else; undefined for other schemas, and if one is not of its type. */
function onlyValuesOf(schema: Schema): readonly unknown[] | undefined {
  const { types = [], enum: values } = schema;
  if (keywordsOf(schema).some((keyword) => keyword !== 'enum' && keyword !== 'type'))
    return undefined;
  if (onlyTypeOf(schema) === 'null' && values === undefined) return [null];
  const isOfType = (value: unknown) => types.some((type) => isPartOfType(typeOfValue(value), type));
  return values?.every(isOfType) ? values : undefined;
}

function uniteTypes(schemas: readonly Schema[]): Schema | undefined {
  const types: TypeName[] = schemas.flatMap((schema) => schema.types ?? []);
  const families = types.map(toJsonType);
  if (types.length === 0 || new Set(families).size < families.length) return undefined;
  const found = new Set<string>();
  let united: Schema | undefined = ANY;
  for (const schema of schemas) {
    const own = schema.types?.map(toJsonType) ?? [];
    const keywords = keywordsOf(schema).filter((keyword) => keyword !== 'type');
    const isMixed = keywords.some((keyword) => found.has(keyword) || !isKeywordOf(keyword, own));
    if (own.length === 0 || isMixed) return undefined;
    for (const keyword of keywords) found.add(keyword);
    const untyped = { ...schema, types: undefined, notes: ANY.notes };
    united = united && intersectSchemas(united, untyped, '#');
  }
  return united && { ...united, types };
}
