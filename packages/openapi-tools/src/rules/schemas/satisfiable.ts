// Rule: some value is valid for each schema, and some body is within the size limit. It warns, because a contract with
// such a schema is served: each request, or each reply, is refused.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { entriesOf, getIn, isObject, type JsonObject, listOf } from '../../json.js';
import { branchesOf, follow, partsOf, propertyOf, typesOf, valuesOf } from './schema-parts.js';

type Resolve = UserContext['resolve'];

/** The least size of the JSON texts that are valid, as far as bounds say; without a cause, it is finite. */
interface Least {
  bytes: number;
  cause?: { schema: JsonObject; reason: string };
}

const ALL_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];
const BOUNDS: Record<string, [low: string, high: string]> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
  number: ['minimum', 'maximum'],
};

const VALUE_KEYWORDS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern'],
];
const ajv = new Ajv2020({ strict: false, logger: false });

export const satisfiable: Oas3Rule = () => {
  let maxBodyBytes = Number.POSITIVE_INFINITY;
  return {
    Root(root) {
      maxBodyBytes = Number(getIn(root, 'x-max-body-bytes') ?? maxBodyBytes);
    },
    Schema(value, { report, location, resolve }) {
      const schema = follow(value, resolve);
      const cause = schema && leastOf(schema, resolve, []).cause;
      if (cause === undefined || cause.schema !== schema) return; // reported where it is
      report({ message: `No value is valid: ${cause.reason}.`, location });
    },
    RequestBody({ content }, { report, location, resolve }) {
      for (const [name, media] of entriesOf(content)) {
        const schema = follow(getIn(media, 'schema'), resolve);
        const bytes = schema ? leastOf(schema, resolve, []).bytes : 0;
        if (bytes > maxBodyBytes && Number.isFinite(bytes))
          report({
            message: `Every body is refused: the smallest has ${bytes} bytes, and \`x-max-body-bytes\` is ${maxBodyBytes}.`,
            location: location.child(['content', name, 'schema']).key(),
          });
      }
    },
  };
};

function leastOf(schema: JsonObject, resolve: Resolve, parents: readonly unknown[]): Least {
  if (parents.includes(schema)) return none(schema, 'it requires a value of itself within itself');
  const within = [...parents, schema];
  const parts = partsOf(schema, resolve);
  const types = typesWithin(parts);
  const problem = rangeProblem(parts, types) ?? valueProblem(parts, schema);
  if (problem !== undefined) return none(schema, problem);
  const [first, ...others] = types.map((type): Least => {
    if (type === 'string') return { bytes: 2 + highest(parts, 'minLength', 0) };
    if (type === 'array') return leastArray(parts, resolve, within);
    if (type === 'object') return leastObject(parts, resolve, within);
    return { bytes: type === 'null' || type === 'boolean' ? 4 : 1 };
  });
  if (first === undefined) return none(schema, 'no type is one of all its schemas');
  const unions = parts
    .flatMap((part) => ['anyOf', 'oneOf'].map((keyword) => branchesOf(part, keyword, resolve)))
    .filter((branches) => branches.length > 0)
    .map((branches) => branches.map((branch) => leastOf(branch, resolve, within)).reduce(smaller));
  return unions.reduce(
    (one, other) => (other.bytes < one.bytes ? one : other),
    others.reduce(smaller, first),
  );
}

function leastArray(parts: JsonObject[], resolve: Resolve, within: unknown[]): Least {
  const count = highest(parts, 'minItems', 0);
  const [item] = parts.map((part) => follow(part.items, resolve)).filter(isObject);
  if (count === 0 || item === undefined) return { bytes: 2 + count };
  const { bytes, cause } = leastOf(item, resolve, within);
  return { bytes: 2 + count * (bytes + 1) - 1, ...(cause && { cause }) };
}

function leastObject(parts: JsonObject[], resolve: Resolve, within: unknown[]): Least {
  const names = new Set(parts.flatMap(({ required }) => listOf(required)).map(String));
  const members = [...names].map((name): Least => {
    const property = propertyOf(parts, name, resolve);
    const least = property ? leastOf(property, resolve, within) : { bytes: 1 };
    return { ...least, bytes: least.bytes + name.length + 4 };
  });
  const cause = members.find((member) => member.cause)?.cause;
  const bytes = members.reduce((sum, member) => sum + member.bytes, 1);
  return { bytes: Math.max(bytes, 2), ...(cause && { cause }) };
}

/** Why no value is within the bounds of every part. */
function rangeProblem(parts: JsonObject[], types: string[]): string | undefined {
  const bounds = BOUNDS[types.join()];
  if (bounds === undefined) return undefined; // of several types, or of one without bounds
  const [low, high] = bounds;
  const [least, most] = [highest(parts, low), lowest(parts, high)];
  if (low !== 'minimum')
    return least > most ? `\`${low}\` ${least} is above \`${high}\` ${most}` : undefined;
  const isInteger = parts.some((part) => typesOf(part).includes('integer'));
  const [above, below] = [highest(parts, 'exclusiveMinimum'), lowest(parts, 'exclusiveMaximum')];
  const first = isInteger
    ? Math.max(Math.ceil(least), Math.floor(above) + 1)
    : Math.max(least, above);
  const last = isInteger ? Math.min(Math.floor(most), Math.ceil(below) - 1) : Math.min(most, below);
  const isOpen = !isInteger && (above >= least || below <= most);
  const text = 'no number is above its lower bound and below its upper bound';
  return first > last || (isOpen && first === last) ? text : undefined;
}

/** Why no value of `enum` and `const` fits the other keywords. */
function valueProblem(parts: JsonObject[], schema: JsonObject): string | undefined {
  const [first, ...others] = parts.map(valuesOf).filter((values) => values !== undefined);
  const isFit = (value: unknown) =>
    others.every((list) => list.includes(value)) && parts.every((part) => fits(value, part));
  if (first === undefined || first.some(isFit)) return undefined;
  return `no value of \`${'const' in schema ? 'const' : 'enum'}\` satisfies the other keywords`;
}

function fits(value: unknown, schema: JsonObject): boolean {
  const own = Object.fromEntries(entriesOf(schema).filter(([key]) => VALUE_KEYWORDS.includes(key)));
  try {
    return ajv.validate(own, value);
  } catch {
    return true; // `patterns` reports one that does not compile
  } finally {
    ajv.removeSchema(own); // it would keep each
  }
}

/** The types that every part allows. Integers are numbers. */
function typesWithin(parts: JsonObject[]): string[] {
  const declared = parts
    .map((part) => typesOf(part).map((type) => (type === 'integer' ? 'number' : type)))
    .filter((types) => types.length > 0);
  return ALL_TYPES.filter((type) => declared.every((types) => types.includes(type)));
}

/** The strictest of the lower bounds of all parts. */
function highest(parts: JsonObject[], key: string, least = Number.NEGATIVE_INFINITY): number {
  return Math.max(least, ...numbersAt(parts, key));
}

function lowest(parts: JsonObject[], key: string): number {
  return Math.min(...numbersAt(parts, key));
}

function numbersAt(parts: JsonObject[], key: string): number[] {
  return parts.map((part) => part[key]).filter((value) => typeof value === 'number');
}

function none(schema: JsonObject, reason: string): Least {
  return { bytes: Number.POSITIVE_INFINITY, cause: { schema, reason } };
}

function smaller(one: Least, other: Least): Least {
  return other.bytes < one.bytes ? other : one;
}
