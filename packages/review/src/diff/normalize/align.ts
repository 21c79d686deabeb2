// Alignment of two normalized contracts: where one has a union and the other a plain schema, the latter becomes a union of
// one branch. A comparison then sees an added or a removed branch, not two unrelated schemas.
import { entriesOf, isObject, type JsonObject } from '@animal-store/openapi-tools';
import { isAnnotation } from '../../schema-parts.js';
import { areDisjointBranches } from '../walk/branches.js';

type Pair = [base: unknown, head: unknown];

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'];
/** Keys whose value is a schema, and keys whose values are schemas. */
const SCHEMAS = /^(?:schema|items|additionalProperties|contains|propertyNames|not|if|then|else)$/;
const MAPS_OF_SCHEMAS = /^(?:schemas|properties|patternProperties|dependentSchemas)$/;

/** Changes both documents in place. */
export function alignContracts(base: JsonObject, head: JsonObject): void {
  const align = new Alignment(head);
  for (const key of ['paths', 'components']) align.entries(base[key], head[key], false);
}

class Alignment {
  constructor(private readonly head: JsonObject) {}

  /** @param areSchemas whether each value of the two objects is a schema. */
  entries(base: unknown, head: unknown, areSchemas: boolean): void {
    if (Array.isArray(base) && Array.isArray(head)) {
      for (const [index, value] of base.entries()) this.entries(value, head[index], false);
      return;
    }
    if (!isObject(base) || !isObject(head)) return;
    for (const [key, value] of entriesOf(base)) {
      if (!(key in head)) continue;
      const isSchema = areSchemas || SCHEMAS.test(key);
      const pair: Pair = isSchema ? this.#schemas([value, head[key]]) : [value, head[key]];
      [base[key], head[key]] = pair;
      this.entries(pair[0], pair[1], !areSchemas && MAPS_OF_SCHEMAS.test(key));
    }
  }

  #schemas([base, written]: Pair): Pair {
    if (!isObject(base) || !isObject(written)) return [base, written];
    const head = this.#unions(base, written);
    const keyword =
      COMBINATORS.find((name) => isCombination(base, name)) ??
      COMBINATORS.find((name) => isCombination(head, name));
    if (keyword !== undefined) return [wrap(base, keyword), wrap(head, keyword)];
    return [base, head].some(hasSeveralValues) ? [base, head] : [withConst(base), withConst(head)];
  }

  /** `oneOf` in the head as `anyOf`, or the other way round, if the base has that and no value can match two branches. */
  #unions(base: JsonObject, head: JsonObject): JsonObject {
    for (const [from, to] of [
      ['oneOf', 'anyOf'],
      ['anyOf', 'oneOf'],
    ] as const) {
      const { [from]: branches, ...rest } = head;
      if (!Array.isArray(branches) || to in head || from in base || !(to in base)) continue;
      if (areDisjointBranches(this.head, branches)) return { ...rest, [to]: branches };
    }
    return head;
  }
}

/** Whether the schema is a union, or an intersection, and says nothing else. */
function isCombination(schema: JsonObject, keyword: string): boolean {
  return (
    Array.isArray(schema[keyword]) &&
    Object.keys(schema).every((key) => key === keyword || isAnnotation(key))
  );
}

function wrap(schema: JsonObject, keyword: string): JsonObject {
  const isCombined = COMBINATORS.some((name) => name in schema) || Object.keys(schema).length === 0;
  if (isCombined) return schema;
  const { readOnly, writeOnly, ...rest } = schema;
  if (readOnly === undefined && writeOnly === undefined) return { [keyword]: [schema] };
  // They have no effect in a branch.
  return {
    [keyword]: [rest],
    ...(readOnly !== undefined && { readOnly }),
    ...(writeOnly !== undefined && { writeOnly }),
  };
}

function hasSeveralValues(schema: JsonObject): boolean {
  return Array.isArray(schema.enum) && schema.enum.length > 1;
}

/** One value is called a constant, as contracts do. */
function withConst(schema: JsonObject): JsonObject {
  const { enum: values, ...rest } = schema;
  return Array.isArray(values) && values.length === 1 ? { ...rest, const: values[0] } : schema;
}
