// Branches of `oneOf` and `anyOf`, and whether a value can match two of them.
import { followReference, getIn, type JsonObject, listOf } from '@animal-store/openapi-tools';
import { baseTypes } from '../../schema-parts.js';

/** Whether a value can match this branch and another one of a `oneOf` without a discriminator, and is rejected then. */
export function isAmbiguous(document: JsonObject, schema: unknown, index: number): boolean {
  const branches = getIn(schema, 'oneOf');
  if (!Array.isArray(branches) || getIn(schema, 'discriminator') !== undefined) return false;
  return branches.some(
    (other: unknown, position) =>
      position !== index && !areDisjoint(document, branches[index], other),
  );
}

/** Whether no value can match two of the branches. */
export function areDisjointBranches(document: JsonObject, branches: unknown[]): boolean {
  return branches.every((branch, index) =>
    branches.slice(index + 1).every((other) => areDisjoint(document, branch, other)),
  );
}

/** Whether the schemas certainly have no value in common: their types, their constants or those of a property differ. */
function areDisjoint(document: JsonObject, one: unknown, other: unknown): boolean {
  const [left, right] = [one, other].map((schema) => followReference(document, schema));
  if (haveNoneInCommon(typesOf(left), typesOf(right))) return true;
  if (haveNoneInCommon(valuesOf(left), valuesOf(right))) return true;
  const isObjectOnly = [left, right].some((schema) => typesOf(schema)?.join() === 'object');
  return (
    isObjectOnly &&
    requiredIn(left)
      .filter((name) => requiredIn(right).includes(name))
      .map((name) => [left, right].map((schema) => getIn(schema, 'properties', String(name))))
      .some(([mine, theirs]) => mine && theirs && areDisjoint(document, mine, theirs))
  );
}

function typesOf(schema: unknown): unknown[] | undefined {
  const type = getIn(schema, 'type');
  return type === undefined ? undefined : baseTypes(type);
}

/** The only values of a schema. */
export function valuesOf(schema: unknown): unknown[] | undefined {
  const constant = getIn(schema, 'const');
  if (constant !== undefined) return [constant];
  const values = getIn(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

function requiredIn(schema: unknown): unknown[] {
  return listOf(getIn(schema, 'required'));
}

function haveNoneInCommon(one: unknown[] | undefined, other: unknown[] | undefined): boolean {
  return one !== undefined && other !== undefined && !one.some((value) => other.includes(value));
}
