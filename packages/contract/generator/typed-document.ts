// Typed document: the contract in the form in which openapi-typescript's types are exact.
//
//   readOnly, writeOnly       also from the schema that a property refers to
//   anyOf, discriminator      oneOf: only there does each branch get the names by which the discriminator selects it
//   properties, and a schema  an index signature must allow the types of all properties
//   for other names
//   headers of a response     in place: a reference is typed as a header that is always there. Without descriptions, which
//                             would be most of the text, like examples of whole bodies
//   parameters                in place: editors show their types
//   limits                    in the description of a parameter, a property and a named schema: see limits.ts
//   dates of a deprecation    in the description, from which deprecation-notes.ts moves them to the tag

import { isObject, mapValues } from '@animal-store/core';
import type { ContractDocument } from '../src/document.js';
import { defaultOf, isMarked } from '../src/request-schemas/json-schema.js';
import { resolve } from '../src/resolve.js';
import { withDeprecationNote } from './deprecation-notes.js';
import { withLimits } from './limits.js';

type Node = Readonly<Record<string, unknown>>;

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
export function toTypedDocument(document: ContractDocument, hasDefaults: boolean): unknown {
  const visit = (value: unknown, isMap = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item));
    if (!isObject(value)) return value;
    const [, kind] = IN_PLACE.exec(String(value.$ref)) ?? [];
    if (kind) {
      const { description, ...target } = withoutExamples(
        resolve({ $ref: `${value.$ref}` }, document),
      );
      return visit(kind === 'headers' ? target : { ...target, description });
    }
    if (isMap) return mapValues(value, (inner) => visit(inner));
    const node = 'in' in value ? withLimits(value, value.schema, document) : value;
    const copy = mapValues(node, (inner, key) => {
      if (DATA.includes(key)) return inner;
      if (DESCRIBED.includes(key) && isObject(inner))
        return mapValues(inner, (schema) => visit(withLimits(schema, schema, document)));
      const isMedia = key.includes('/') && isObject(inner);
      return visit(isMedia ? withoutExamples(inner) : inner, MAPS.includes(key));
    });
    return withDeprecationNote(typedSchema(copy, document, hasDefaults));
  };
  const { headers, parameters, ...components } = document.components; // in place
  return visit({ ...document, components });
}

function withoutExamples({ example, examples, ...others }: Node): Node {
  return others;
}

/** Leaves anything that is not a schema unchanged. */
function typedSchema(node: Node, document: ContractDocument, hasDefaults: boolean): Node {
  const schema = withOneOf(node);
  const { properties } = schema;
  if (!isObject(properties) || !isSchemaMap(properties)) return schema;
  const declared = mapValues(properties, (property) => withDirection(property, document));
  return {
    ...schema,
    properties: declared,
    ...otherProperties(schema, declared),
    ...(hasDefaults && { required: withDefaulted(schema.required, declared, document) }),
  };
}

function withOneOf(schema: Node): Node {
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

function withDirection(property: Node, document: ContractDocument): Node {
  const keywords = (['readOnly', 'writeOnly'] as const).filter((keyword) =>
    isMarked(property, keyword, document),
  );
  return { ...property, ...Object.fromEntries(keywords.map((keyword) => [keyword, true])) };
}

function withDefaulted(
  required: unknown,
  properties: Readonly<Record<string, Node>>,
  document: ContractDocument,
): unknown[] {
  const defaulted = Object.entries(properties)
    .filter(([, property]) => defaultOf(property, document) !== undefined)
    .map(([name]) => name);
  return [...new Set([...(Array.isArray(required) ? required : []), ...defaulted])];
}

/** The schema of the names that are not declared, for an object that also declares some. */
function otherProperties(schema: Node, declared: Readonly<Record<string, Node>>): Node {
  const { additionalProperties } = schema;
  const own = Object.values(declared);
  if (!isObject(additionalProperties) || own.length === 0) return {};
  return { additionalProperties: { anyOf: [additionalProperties, ...own] } };
}

function isSchemaMap(value: Node): value is Readonly<Record<string, Node>> {
  return Object.values(value).every(isObject);
}
