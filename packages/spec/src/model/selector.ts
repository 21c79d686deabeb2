// Selector of a union: the property whose value says which branch an object is meant for. It is that of the discriminator or,
// without one, a required property with other constants in each branch.
import {
  jsonTypesOf,
  partsOf,
  propertyNames,
  propertyOf,
  requires,
  selectingValues,
  valuesOf,
} from './questions.js';
import type { Edge, Schema } from './schema.js';

export interface Selector {
  property: string;
  /** By the value that selects it. */
  branches: ReadonlyMap<string, Edge>;
}

/**
 * Undefined if fewer than two branches can be objects, if nothing tells these apart, or if one of them can be something else.
 * @param branches of the union.
 */
export function selectorOf(
  { discriminator }: Schema,
  branches: readonly Edge[],
): Selector | undefined {
  const objects = branches.filter((branch) => jsonTypesOf(branch).includes('object'));
  if (objects.length < 2 || objects.some((branch) => jsonTypesOf(branch).length > 1))
    return undefined;
  if (discriminator === undefined) return findConstants(objects);
  const names = objects.flatMap((branch) =>
    selectingValues(branch, discriminator).map((value) => [value, branch] as const),
  );
  return { property: discriminator.property, branches: new Map(names) };
}

/** A required property whose constants differ from branch to branch, such as `kind: { const: cat }`. */
function findConstants(branches: readonly Edge[]): Selector | undefined {
  const [first] = branches;
  for (const property of first === undefined ? [] : propertyNames(first)) {
    const names = branches.flatMap((branch) =>
      constantsOf(branch, property).map((value) => [value, branch] as const),
    );
    const selected = new Map(names);
    const isComplete = branches.every((branch) => names.some(([, other]) => other === branch));
    if (isComplete && selected.size === names.length) return { property, branches: selected };
  }
  return undefined;
}

/** The strings that a required property may have; none if it is optional, or may have others. */
function constantsOf(branch: Edge, property: string): readonly string[] {
  if (!requires(branch, property)) return [];
  for (const { schema } of propertyOf(branch, property))
    for (const one of [schema, ...partsOf(schema).map((part) => part.schema)]) {
      const values = valuesOf(one);
      if (values?.every((value) => typeof value === 'string')) return values;
    }
  return [];
}
