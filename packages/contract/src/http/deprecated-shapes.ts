// Deprecated shapes: where the value of a schema may have deprecated properties, as plain JSON without schemas.
import type { DeprecatedShape } from '@animal-store/core/http';
import type { ContractDocument, Schema } from '../document.js';
import {
  entriesOf,
  isReadOnly,
  isSchema,
  type JsonSchema,
  type SchemaObject,
  schemasIn,
  typesOf,
} from '../request-schemas/json-schema.js';
import { findSelector } from '../request-schemas/unions.js';
import { resolve } from '../resolve.js';
import { datesOf } from './deprecation-dates.js';

/** Undefined if the value has nothing deprecated that a request can send. */
export function readDeprecatedShapes(
  schema: JsonSchema,
  document: ContractDocument,
): DeprecatedShape[] | undefined {
  const shapes: DeprecatedShape[] = [];
  const indexes = new Map<SchemaObject, number>();
  const indexOf = (inner: JsonSchema): number | undefined => {
    if (typeof inner === 'boolean') return undefined;
    const node = resolve<Schema>(inner, document);
    const known = indexes.get(node);
    if (known !== undefined || !hasDeprecated(node, document)) return known;
    const index = shapes.length;
    indexes.set(node, index); // before its parts, which may contain it
    shapes.push({});
    shapes[index] = toShape(node, document, indexOf);
    return index;
  };
  return indexOf(schema) === undefined ? undefined : shapes;
}

/** Whether the value has a deprecated property, at any depth. */
function hasDeprecated(schema: Schema, document: ContractDocument): boolean {
  const found = new Set<SchemaObject>([schema]);
  for (const node of found) {
    // The set grows during the iteration.
    const { properties = {} } = toShape(node, document, (inner) => {
      if (typeof inner !== 'boolean') found.add(resolve<Schema>(inner, document));
      return undefined;
    });
    if (Object.keys(properties).length > 0) return true;
  }
  return false;
}

function toShape(
  schema: SchemaObject,
  document: ContractDocument,
  indexOf: (inner: JsonSchema) => number | undefined,
): DeprecatedShape {
  const { additionalProperties, items } = schema;
  const others = isSchema(additionalProperties) ? indexOf(additionalProperties) : undefined;
  const properties = entriesOf(schema.properties).flatMap(([name, property]) => {
    if (isReadOnly(property, document)) return [];
    const shape = indexOf(property);
    const dates =
      typeof property !== 'boolean' && property.deprecated === true ? datesOf(property) : undefined;
    const entry = { ...(dates && { dates }), ...(shape !== undefined && { shape }) };
    // The others do not have the name of a property, even of one without anything deprecated.
    return others !== undefined || dates || shape !== undefined ? [[name, entry] as const] : [];
  });
  const item = isSchema(items) ? indexOf(items) : undefined;
  const branches = branchesOf(schema, document).flatMap(({ branch, selector }) => {
    const shape = indexOf(branch);
    return shape === undefined ? [] : { shape, ...(selector && { selector }) };
  });
  return {
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(others !== undefined && { others }),
    ...(item !== undefined && { items: item }),
    ...(branches.length > 0 && { branches }),
  };
}

type Selector = NonNullable<DeprecatedShape['branches']>[number]['selector'];

/** The branches of a union are told apart as the validation of requests does. */
function branchesOf(
  schema: SchemaObject,
  document: ContractDocument,
): { branch: JsonSchema; selector?: Selector }[] {
  const unions = [schemasIn(schema.oneOf), schemasIn(schema.anyOf)].flatMap((union) => {
    const objects = union.filter((branch) => typesOf(branch, document).includes('object'));
    const found = objects.length > 1 ? findSelector(schema, objects, document) : undefined;
    return union.map((branch) => {
      const names = [...(found?.branches ?? [])].filter(([, selected]) => selected === branch);
      if (found === undefined || names.length === 0) return { branch };
      const values = names.map(([name]) => name);
      return { branch, selector: { property: found.property, values } };
    });
  });
  return [...schemasIn(schema.allOf).map((branch) => ({ branch })), ...unions];
}
