// Rule: some value is valid for each schema, and some body is within the size limit. It warns, because a contract with
// such a schema is served: each request, or each reply, is refused.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { joinPointer } from '../../json-pointer.js';
import {
  bodiesOf,
  conjunctsOf,
  type Edge,
  JSON_TYPES,
  type JsonType,
  type NumberBound,
  propertyOf,
  RANGES,
  type Schema,
  schemasOf,
  toJsonType,
  valuesOf,
} from '../../model/index.js';
import type { Rule } from '../rule.js';

const ajv = new Ajv2020({ strict: false, logger: false });

export const satisfiable: Rule = (contract, report) => {
  const maxBodyBytes = contract.limits.maxBodyBytes ?? Number.POSITIVE_INFINITY;
  for (const place of schemasOf(contract)) {
    const reason = problemOf(place);
    if (reason !== undefined)
      report({ message: `No value is valid: ${reason}.`, at: place.schema.at });
  }
  for (const { content } of bodiesOf(contract))
    for (const { at, schema } of content.values()) {
      const bytes = schema === undefined ? 0 : leastBytes(schema, ENDLESS);
      if (bytes > maxBodyBytes && bytes < ENDLESS)
        report({
          message: `Every body is refused: the smallest has ${bytes} bytes, and \`x-max-body-bytes\` is ${maxBodyBytes}.`,
          at: joinPointer(at, 'schema'),
          isKey: true,
        });
    }
};

/** Why no value is valid. That of a part is found at the part. */
function problemOf(place: Edge): string | undefined {
  const parts = conjunctsOf(place).map(({ schema }) => schema);
  const types = typesWithin(parts);
  const problem = rangeProblem(parts, types) ?? valueProblem(parts);
  if (problem !== undefined) return problem;
  if (types.length === 0) return 'no type is one of all its schemas';
  // If only others are endless, the problem is found at them.
  const isEndless = leastBytes(place, ENDLESS) === ENDLESS && leastBytes(place, 0) < ENDLESS;
  return isEndless ? 'it requires a value of itself within itself' : undefined;
}

const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * The least size of the JSON texts that are valid, as far as lower bounds say; endless if they contain one another.
 * @param inner the size of a value of the schema within one of itself.
 */
function leastBytes(place: Edge, inner: number, parents: readonly Schema[] = []): number {
  const { schema } = place;
  if (parents.includes(schema)) return schema === parents[0] ? inner : ENDLESS;
  const read = (part: Edge) => leastBytes(part, inner, [...parents, schema]);
  const parts = conjunctsOf(place).map((part) => part.schema);
  const sizes = typesWithin(parts).map((type) => {
    if (type === 'string') return 2 + highest(parts, 'minLength', 0);
    if (type === 'array') {
      const count = highest(parts, 'minItems', 0);
      const items = parts.map((part) => part.items).find((one) => one !== undefined);
      return items && count > 0 ? 1 + count * (read(items) + 1) : 2 + count;
    }
    if (type === 'object') {
      const names = new Set(parts.flatMap(({ required }) => required));
      const members = [...names].map((name) => {
        const [property] = propertyOf(place, name);
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
    .flatMap(({ anyOf, oneOf }) => [anyOf?.branches ?? [], oneOf?.branches ?? []])
    .filter((branches) => branches.length > 0)
    .map((branches) => Math.min(...branches.map(read)));
  return Math.max(sizes.length > 0 ? Math.min(...sizes) : 0, ...unions);
}

/** Why no value is within the bounds of every part. */
function rangeProblem(parts: readonly Schema[], types: readonly JsonType[]): string | undefined {
  const [type, ...others] = types;
  if (type === undefined || type === 'null' || type === 'boolean' || others.length > 0)
    return undefined; // of several types, or of one without bounds
  const [low, high] = RANGES[type];
  if (parts.some(({ bounds: own }) => Number(own[low]) > Number(own[high]))) return undefined; // `bounds` reports it
  const [least, most] = [highest(parts, low), lowest(parts, high)];
  if (low !== 'minimum')
    return least > most ? `\`${low}\` ${least} is above \`${high}\` ${most}` : undefined;
  const isInteger = parts.some((part) => part.types?.includes('integer'));
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
function valueProblem(parts: readonly Schema[]): string | undefined {
  const [first, ...others] = parts.map(valuesOf).filter((values) => values !== undefined);
  const isFit = (value: unknown) =>
    others.every((list) => list.includes(value)) && parts.every((part) => fits(value, part));
  if (first === undefined || first.some(isFit)) return undefined;
  return `no value of \`${parts[0]?.constant ? 'const' : 'enum'}\` satisfies the other keywords`;
}

/** Whether the bounds and the pattern admit the value. */
function fits(value: unknown, { bounds, pattern }: Schema): boolean {
  const own = { ...bounds, ...(pattern !== undefined && { pattern }) };
  if (Object.keys(own).length === 0) return true;
  try {
    return ajv.validate(own, value);
  } catch {
    return true; // `patterns` reports one that does not compile
  } finally {
    ajv.removeSchema(own); // it would keep each
  }
}

/** The types that every part declares. */
function typesWithin(parts: readonly Schema[]): JsonType[] {
  const declared = parts.flatMap(({ types }) => (types ? [types.map(toJsonType)] : []));
  return JSON_TYPES.filter((type) => declared.every((types) => types.includes(type)));
}

/** The strictest of the lower bounds of all parts. */
function highest(
  parts: readonly Schema[],
  keyword: NumberBound,
  least = Number.NEGATIVE_INFINITY,
): number {
  return Math.max(least, ...parts.map(({ bounds }) => bounds[keyword] ?? least));
}

function lowest(parts: readonly Schema[], keyword: NumberBound): number {
  return Math.min(...parts.map(({ bounds }) => bounds[keyword] ?? Number.POSITIVE_INFINITY));
}
