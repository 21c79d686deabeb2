// Typed document: the contract in the form in which openapi-typescript's types are exact.
//
//   readOnly, writeOnly       also from the schema that a property refers to
//   anyOf, discriminator      oneOf: only there does each branch get the names by which the discriminator selects it
//   const: null               an enum, because openapi-typescript takes it for no constant
//   properties, and a schema  an index signature must allow the types of all properties
//   for other names
//   headers of a response     in place: a reference is typed as a header that is always there. Without descriptions, which
//                             would be most of the text, like examples of whole bodies
//   parameters                in place: editors show their types
//   limits                    in the description of a parameter, a property and a named schema: see limits.ts
//   dates of a deprecation    in the description, from which deprecation-notes.ts moves them to the tag
import { mapValues } from '@animal-store/core';
import { isObject, type JsonObject, listOf, objectOf } from '../../json.js';
import { followReference } from '../../json-pointer.js';
import { SchemaReader } from '../../model/from-document/read-schema.js';
import { defaultOf, descriptionOf, type Edge, isReadOnly, isWriteOnly } from '../../model/index.js';
import { withDeprecationNote } from './deprecation-notes.js';
import { describeLimits } from './limits.js';

const IN_PLACE = /^#\/components\/(headers|parameters)\//;
/** Keywords whose values are data. */
const DATA = ['const', 'default', 'enum', 'example', 'examples'];
/** Keywords whose values have names of the contract's author as keys, such as a property `default`, or statuses. */
const MAPS = ['responses'];
/** Of these, the values are described, too. */
const DESCRIBED = ['properties', 'schemas'];

/**
 * @param hasDefaults Whether properties with a default are always present, as they are in what a handler receives. Clients
 * may omit them.
 */
export function toTypedDocument(document: JsonObject, hasDefaults: boolean): JsonObject {
  const schemas = new SchemaReader(document);
  const edgeOf: EdgeOf = (schema) => schemas.edge(schema, '#');
  const visit = (value: unknown, isMap = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item));
    if (!isObject(value)) return value;
    const [, kind] = IN_PLACE.exec(String(value.$ref)) ?? [];
    if (kind) {
      const referenced = followReference(document, value);
      const { description, ...target } = withoutExamples(objectOf(referenced));
      return visit(kind === 'headers' ? target : { ...target, description });
    }
    if (isMap) return mapValues(value, (inner) => visit(inner));
    const node = 'in' in value ? withLimits(value, value.schema, edgeOf) : value;
    const copy = mapValues(node, (inner, key) => {
      if (DATA.includes(key)) return inner;
      if (DESCRIBED.includes(key) && isObject(inner))
        return mapValues(inner, (schema) =>
          visit(isObject(schema) ? withLimits(schema, schema, edgeOf) : schema),
        );
      const isMedia = key.includes('/') && isObject(inner);
      return visit(isMedia ? withoutExamples(inner) : inner, MAPS.includes(key));
    });
    return withDeprecationNote(typedSchema(copy, edgeOf, hasDefaults));
  };
  const { components } = document;
  const { headers, parameters, ...others } = objectOf(components); // in place
  return mapValues({ ...document, components: others }, (part) => visit(part));
}

type EdgeOf = (schema: unknown) => Edge;

/** A parameter or a property with the limits of its schema, as a line of its description. That is the schema's by default. */
function withLimits(node: JsonObject, schema: unknown, edgeOf: EdgeOf): JsonObject {
  if (!isObject(schema)) return node;
  const edge = edgeOf(schema);
  const { reference } = edge.schema;
  const { description = descriptionOf(edge) ?? (reference && descriptionOf(reference)) } = node;
  const lines = [String(description ?? '').trim(), describeLimits(edge)].filter(Boolean);
  return lines.length > 0 ? { ...node, description: lines.join('\n') } : node;
}

function withoutExamples({ example, examples, ...others }: JsonObject): JsonObject {
  return others;
}

/** Leaves anything that is not a schema unchanged. */
function typedSchema(node: JsonObject, edgeOf: EdgeOf, hasDefaults: boolean): JsonObject {
  const schema = withOneOf(node.const === null ? { ...node, enum: [null] } : node);
  const { properties } = schema;
  if (!isObject(properties) || !isSchemaMap(properties)) return schema;
  const defaulted: string[] = [];
  const declared = mapValues(properties, (property, name) => {
    const edge = edgeOf(property);
    if (defaultOf(edge) !== undefined) defaulted.push(name);
    return withDirection(property, edge);
  });
  return {
    ...schema,
    properties: declared,
    ...otherProperties(schema, declared),
    ...(hasDefaults && { required: [...new Set([...listOf(schema.required), ...defaulted])] }),
  };
}

function withOneOf(schema: JsonObject): JsonObject {
  const { anyOf, ...others } = schema;
  const { discriminator } = schema;
  if (!isObject(discriminator)) return schema;
  const { mapping } = discriminator;
  // It may have names of schemas, which openapi-typescript takes for files.
  const references =
    isObject(mapping) &&
    mapValues(mapping, (target) => String(target).replace(/^\w+$/, '#/components/schemas/$&'));
  return {
    ...others,
    ...(Array.isArray(anyOf) && { oneOf: anyOf }),
    discriminator: { ...discriminator, ...(references && { mapping: references }) },
  };
}

function withDirection(property: JsonObject, edge: Edge): JsonObject {
  return {
    ...property,
    ...(isReadOnly(edge) && { readOnly: true }),
    ...(isWriteOnly(edge) && { writeOnly: true }),
  };
}

/** The schema of the names that are not declared, for an object that also declares some. */
function otherProperties(schema: JsonObject, declared: Readonly<Record<string, JsonObject>>) {
  const { additionalProperties } = schema;
  const own = Object.values(declared);
  if (!isObject(additionalProperties) || own.length === 0) return {};
  return { additionalProperties: { anyOf: [additionalProperties, ...own] } };
}

function isSchemaMap(value: JsonObject): value is Record<string, JsonObject> {
  return Object.values(value).every(isObject);
}
