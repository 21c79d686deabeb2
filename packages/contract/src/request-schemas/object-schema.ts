// Properties of the objects that a schema of the contract describes, also one that no operation names as its body.
import type { ContractDocument } from '../document.js';
import {
  entriesOf,
  findProperty,
  isReadOnly,
  isRequired,
  type JsonType,
  schemasOf,
  typesOf,
} from './json-schema.js';

export interface ObjectProperty {
  name: string;
  isRequired: boolean;
  /** An integer is a number here. */
  types: readonly JsonType[];
}

/** The properties that a request may have in an object of the schema, in all its parts and branches. */
export function propertiesOf(name: string, document: ContractDocument): ObjectProperty[] {
  const schema = { $ref: `#/components/schemas/${name}` };
  const found = schemasOf(schema, document);
  const names = found.flatMap((part) => entriesOf(part.properties).map(([key]) => key));
  const properties: ObjectProperty[] = [];
  for (const property of new Set(names)) {
    const schemas = found.flatMap((part) => findProperty(part, property, document));
    if (schemas.some((part) => isReadOnly(part, document))) continue;
    properties.push({
      name: property,
      isRequired: isRequired(schema, property, document),
      types: [...new Set(schemas.flatMap((part) => typesOf(part, document)))],
    });
  }
  return properties;
}
