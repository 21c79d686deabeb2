// Properties of the objects that a schema describes, also one that no operation names as its body.
import {
  describersOf,
  type Edge,
  isReadOnly,
  type JsonType,
  jsonTypesOf,
  propertyOf,
  requires,
} from '../model/index.js';

export interface ObjectProperty {
  name: string;
  isRequired: boolean;
  /** An integer is a number here. */
  types: readonly JsonType[];
}

/** The properties that a request may have in an object of the schema, in all its parts and branches. */
export function propertiesOf(edge: Edge): ObjectProperty[] {
  const found = describersOf(edge);
  const names = found.flatMap(({ schema }) => [...(schema.properties?.keys() ?? [])]);
  const properties: ObjectProperty[] = [];
  for (const name of new Set(names)) {
    const places = found.flatMap((part) => propertyOf(part, name));
    if (places.some(isReadOnly)) continue;
    const types = places.flatMap((place) => jsonTypesOf(place));
    properties.push({ name, isRequired: requires(edge, name), types: [...new Set(types)] });
  }
  return properties;
}
