// Rule: some value is valid for each schema, and some body is within the size limit. It warns, because a contract with
// such a schema is served: each request, or each reply, is refused.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { entriesOf, getIn, isObject, type JsonObject, listOf } from '../../json.js';
import { valuesOf } from '../../schema-facts.js';
import { branchesOf, follow, partsOf, propertyOf, typesOf } from './schema-parts.js';

type Resolve = UserContext['resolve'];

const UNIONS = ['anyOf', 'oneOf'];
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
      const reason = schema && problemOf(schema, resolve);
      if (reason !== undefined) report({ message: `No value is valid: ${reason}.`, location });
    },
    RequestBody({ content }, { report, location, resolve }) {
      for (const [name, media] of entriesOf(content)) {
        const schema = follow(getIn(media, 'schema'), resolve);
        const bytes = schema ? leastBytes(schema, resolve, ENDLESS) : 0;
        if (bytes > maxBodyBytes && bytes < ENDLESS)
          report({
            message: `Every body is refused: the smallest has ${bytes} bytes, and \`x-max-body-bytes\` is ${maxBodyBytes}.`,
            location: location.child(['content', name, 'schema']).key(),
          });
      }
    },
  };
};

/** Why no value is valid. That of a part is found at the part. */
function problemOf(schema: JsonObject, resolve: Resolve): string | undefined {
  const parts = partsOf(schema, resolve);
  const types = typesWithin(parts);
  const problem = rangeProblem(parts, types) ?? valueProblem(parts, schema);
  if (problem !== undefined) return problem;
  if (types.length === 0) return 'no type is one of all its schemas';
  // If only others are endless, the problem is found at them.
  const isEndless =
    leastBytes(schema, resolve, ENDLESS) === ENDLESS && leastBytes(schema, resolve, 0) < ENDLESS;
  return isEndless ? 'it requires a value of itself within itself' : undefined;
}

const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * The least size of the JSON texts that are valid, as far as lower bounds say; endless if they contain one another.
 * @param inner the size of a value of the schema within one of itself.
 */
function leastBytes(
  schema: JsonObject,
  resolve: Resolve,
  inner: number,
  parents: JsonObject[] = [],
): number {
  if (parents.includes(schema)) return schema === parents[0] ? inner : ENDLESS;
  const read = (part: JsonObject) => leastBytes(part, resolve, inner, [...parents, schema]);
  const parts = partsOf(schema, resolve);
  const sizes = typesWithin(parts).map((type) => {
    if (type === 'string') return 2 + highest(parts, 'minLength', 0);
    if (type === 'array') {
      const count = highest(parts, 'minItems', 0);
      const items = parts.map((part) => follow(part.items, resolve)).find(isObject);
      return items && count > 0 ? 1 + count * (read(items) + 1) : 2 + count;
    }
    if (type === 'object') {
      const names = new Set(parts.flatMap(({ required }) => listOf(required)).map(String));
      const members = [...names].map((name) => {
        const property = propertyOf(parts, name, resolve);
        return name.length + 4 + (property ? read(property) : 1);
      });
      return Math.max(
        2,
        members.reduce((sum, bytes) => sum + bytes, 1),
      );
    }
    return type === 'null' || type === 'boolean' ? 4 : 1;
  });
  const unions = parts
    .flatMap((part) => UNIONS.map((keyword) => branchesOf(part, keyword, resolve)))
    .filter((branches) => branches.length > 0)
    .map((branches) => Math.min(...branches.map(read)));
  return Math.max(sizes.length > 0 ? Math.min(...sizes) : 0, ...unions);
}

/** Why no value is within the bounds of every part. */
function rangeProblem(parts: JsonObject[], types: string[]): string | undefined {
  const bounds = BOUNDS[types.join()];
  if (bounds === undefined) return undefined; // of several types, or of one without bounds
  const [low, high] = bounds;
  if (parts.some((part) => Number(part[low]) > Number(part[high]))) return undefined; // `bounds` reports it
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
