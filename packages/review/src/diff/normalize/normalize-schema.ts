// Normal form of a schema: schemas that accept the same values are written in one way, where that is decidable by
// rewriting. `allOf` is merged, unions of disjoint types become one schema, and keywords that say nothing are left out.
import {
  entriesOf,
  getIn,
  isObject,
  type JsonObject,
  joinPointer,
  type Origins,
  percentDecode,
  resolvePointer,
} from '@animal-store/spec';
import { isAnnotation, mapSchemas, withoutAccess } from '../../schema-parts.js';
import { intersectSchemas } from './intersect-schemas.js';
import { simplifySchema } from './simplify-schema.js';
import { uniteSchemas } from './unite-schemas.js';

export interface SchemaContext {
  document: JsonObject;
  origins: Origins<string>;
  /** The references that are being resolved, so that a recursive schema keeps its references. */
  active?: readonly string[];
}

const UNIONS = ['anyOf', 'oneOf'] as const;

/** @param pointer where the schema stands in the document. */
export function normalizeSchema(schema: unknown, pointer: string, context: SchemaContext): unknown {
  const { origins } = context;
  if (schema === true) return {};
  if (!isObject(schema)) return schema;
  if (isPureReference(schema)) return origins.record({ ...schema }, pointer);
  const merged = mergeConjuncts(normalizeParts(schema, pointer, context), context);
  const united = uniteBranches(merged, context);
  return origins.record(simplifySchema(united), pointer);
}

/** Whether beside `$ref` there are annotations only. */
function isPureReference(schema: JsonObject): boolean {
  return (
    '$ref' in schema && Object.keys(schema).every((key) => key === '$ref' || isAnnotation(key))
  );
}

function normalizeParts(schema: JsonObject, pointer: string, context: SchemaContext): JsonObject {
  return mapSchemas(schema, (inner, keys) => {
    const at = joinPointer(pointer, ...keys);
    const part = normalizeSchema(inner, at, context);
    return UNIONS.some((union) => union === keys[0]) ? withoutAccess(part) : part; // it has no effect in a branch
  });
}

/** Merges `allOf`, a union of one branch, and a reference with siblings into the schema, where that is possible. */
function mergeConjuncts(schema: JsonObject, context: SchemaContext): JsonObject {
  const { $ref, allOf, ...own } = schema;
  const single = singleUnion(own, context);
  if (single !== undefined) delete own[single];
  const conjuncts = [
    ...($ref === undefined ? [] : [{ $ref }]),
    ...(Array.isArray(allOf) ? allOf : []),
    ...(single === undefined ? [] : [schema[single]].flat()),
  ];
  if (conjuncts.length === 0) return schema;
  const [only] = conjuncts;
  if (conjuncts.length === 1 && isObject(only) && Object.keys(own).every(isAnnotation))
    return { ...only, ...own };
  let merged: JsonObject | undefined = own;
  for (const conjunct of conjuncts) {
    const target = follow(conjunct, context);
    merged = merged && isObject(target) ? intersectSchemas(merged, target) : undefined;
  }
  return merged ?? schema;
}

/** The keyword of a union of one branch that means the same as the branch itself. */
function singleUnion(schema: JsonObject, context: SchemaContext): 'anyOf' | 'oneOf' | undefined {
  if (schema.discriminator !== undefined) return undefined;
  return UNIONS.find((keyword) => {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length !== 1) return false;
    const target = follow(branches[0], context);
    return withoutAccess(target) === target;
  });
}

function uniteBranches(schema: JsonObject, context: SchemaContext): JsonObject {
  if (schema.discriminator !== undefined) return schema;
  for (const keyword of UNIONS) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const united = uniteSchemas(branches.map((branch) => follow(branch, context)));
    const { [keyword]: _, ...own } = schema;
    const noted = { ...notesBesideNull(branches), ...own };
    const merged = united && intersectSchemas(noted, simplifySchema(united));
    if (merged !== undefined) return merged;
  }
  return schema;
}

/** What the only alternative to null says of the value beside its own keywords: that it is deprecated, for example. */
function notesBesideNull(branches: readonly unknown[]): JsonObject {
  const alternatives = branches.filter((branch) => getIn(branch, 'type') !== 'null');
  const [only] = alternatives.length === 1 ? alternatives : [];
  return Object.fromEntries(entriesOf(only).filter(([key]) => isAnnotation(key)));
}

/** The normalized target of a reference; undefined if it refers to itself. */
function follow(schema: unknown, context: SchemaContext): unknown {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return schema;
  const { document, active = [] } = context;
  const target = percentDecode(schema.$ref);
  if (active.includes(target)) return undefined;
  const inner = { ...context, active: [...active, target] };
  return follow(normalizeSchema(resolvePointer(document, target), target, inner), inner);
}
