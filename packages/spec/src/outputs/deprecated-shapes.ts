// Deprecated shapes: where the value of a schema may have deprecated properties, as plain JSON without schemas.
import type { DeprecatedShape, DeprecationDates } from '@animal-store/core/http';
import {
  type Deprecation,
  deprecationOf,
  type Edge,
  isReadOnly,
  partsOf,
  placesWithin,
  type Schema,
  selectorOf,
  type Union,
} from '../model/index.js';

/** Undefined if the value has nothing deprecated that a request can send. */
export function readDeprecatedShapes(edge: Edge): DeprecatedShape[] | undefined {
  const shapes: DeprecatedShape[] = [];
  const indexes = new Map<Schema, number>();
  const indexOf = (inner: Edge): number | undefined => {
    const known = indexes.get(inner.schema);
    if (known !== undefined || !hasDeprecated(inner)) return known;
    const index = shapes.length;
    indexes.set(inner.schema, index); // before its parts, which may contain it
    shapes.push({});
    shapes[index] = toShape(inner.schema, indexOf);
    return index;
  };
  return indexOf(edge) === undefined ? undefined : shapes;
}

/** The dates of what is deprecated. */
export function datesOf(deprecation: Deprecation | undefined): DeprecationDates | undefined {
  if (deprecation?.isDeprecated !== true) return undefined;
  const { since, sunset } = deprecation;
  return { ...(since !== undefined && { since }), ...(sunset !== undefined && { sunset }) };
}

/** Whether the value has a deprecated property, at any depth. */
function hasDeprecated(edge: Edge): boolean {
  const places = placesWithin(edge, ({ kind, edge: inner }) =>
    kind === 'properties' ? !isReadOnly(inner) : true,
  );
  for (const { schema } of places)
    for (const property of schema.properties?.values() ?? [])
      if (!isReadOnly(property) && datesOf(deprecationOf(property))) return true;
  return false;
}

function toShape(schema: Schema, indexOf: (inner: Edge) => number | undefined): DeprecatedShape {
  const others = schema.additional && indexOf(schema.additional);
  const properties = [...(schema.properties ?? [])].flatMap(([name, property]) => {
    if (isReadOnly(property)) return [];
    const shape = indexOf(property);
    const dates = datesOf(deprecationOf(property));
    const entry = { ...(dates && { dates }), ...(shape !== undefined && { shape }) };
    // The others do not have the name of a property, even of one without anything deprecated.
    return others !== undefined || dates || shape !== undefined ? [[name, entry] as const] : [];
  });
  const items = schema.items && indexOf(schema.items);
  const branches = partsAndBranchesOf(schema).flatMap(({ branch, selector }) => {
    const shape = indexOf(branch);
    return shape === undefined ? [] : { shape, ...(selector && { selector }) };
  });
  return {
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(others !== undefined && { others }),
    ...(items !== undefined && { items }),
    ...(branches.length > 0 && { branches }),
  };
}

type Branch = { branch: Edge; selector?: { property: string; values: readonly string[] } };

/** The parts, and the branches of unions, which are told apart as the validation of requests does. */
function partsAndBranchesOf(schema: Schema): Branch[] {
  const ofUnion = ({ branches }: Union): Branch[] => {
    const found = selectorOf(schema, branches);
    return branches.map((branch) => {
      const names = [...(found?.branches ?? [])].filter(([, selected]) => selected === branch);
      if (found === undefined || names.length === 0) return { branch };
      const values = names.map(([name]) => name);
      return { branch, selector: { property: found.property, values } };
    });
  };
  const unions = [schema.oneOf, schema.anyOf].filter((union) => union !== undefined);
  return [...partsOf(schema).map((branch) => ({ branch })), ...unions.flatMap(ofUnion)];
}
