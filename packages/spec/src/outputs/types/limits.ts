// Limits of a schema in words, for the comments of generated types: `1 to 100, 20 by default.`
import {
  branchesOf,
  type Edge,
  onlyTypeOf,
  partsOf,
  RANGES,
  type Schema,
} from '../../model/index.js';

const OTHERS = [
  ['exclusiveMinimum', 'more than '],
  ['exclusiveMaximum', 'less than '],
  ['multipleOf', 'a multiple of '],
] as const;

/** A sentence; an empty text if there are none. */
export function describeLimits(edge: Edge): string {
  const limits = [...new Set(limitsOf(edge, []))].join(', ');
  return limits && `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
}

/** @param parents Schemas that this one is a part of. */
function limitsOf({ schema, notes }: Edge, parents: readonly Schema[]): string[] {
  const inner = parents.includes(schema) ? [] : innerLimits(schema, parents);
  return [...inner, ...defaultIn(notes.default)];
}

function innerLimits(schema: Schema, parents: readonly Schema[]): string[] {
  const read = (part: Edge) => limitsOf(part, [...parents, schema]);
  const branches = branchesOf(schema).filter((one) => onlyTypeOf(one.schema) !== 'null');
  const parts = [...partsOf(schema), ...(branches.length === 1 ? branches : [])];
  const each = schema.items === undefined ? [] : read(schema.items);
  return [
    ...ownLimits(schema),
    ...each.map((text, index) => (index === 0 ? `each ${text}` : text)),
    ...parts.flatMap(read),
    ...defaultIn(schema.notes.default),
  ];
}

function defaultIn(value: unknown): string[] {
  return value === undefined ? [] : [`${JSON.stringify(value)} by default`];
}

function ownLimits({ bounds, pattern }: Schema): string[] {
  return [
    ...Object.values(RANGES).flatMap(([min, max, unit]) => rangeOf(bounds[min], bounds[max], unit)),
    ...OTHERS.flatMap(([name, words]) =>
      bounds[name] === undefined ? [] : `${words}${bounds[name]}`,
    ),
    ...(bounds.uniqueItems === true ? ['none twice'] : []),
    ...(pattern === undefined ? [] : [`pattern \`${pattern}\``]),
  ];
}

function rangeOf(min: number | undefined, max: number | undefined, unit = ''): string[] {
  if (min === undefined && max === undefined) return [];
  const last = max ?? min;
  const units = last === 1 ? unit : `${unit}s`.replace(/ys$/, 'ies');
  const most = unit ? `${last} ${units}` : `${last}`;
  if (min === max) return [`exactly ${most}`];
  if (min === undefined) return [`at most ${most}`];
  return [max === undefined ? `at least ${most}` : `${min} to ${most}`];
}
