// Rule: no field of OpenAPI that the service does not serve. Each has a reason, and what to write instead.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isObject } from '../json.js';

const NO_LINKS =
  'neither the server nor the SDK follows links: name the other operation in `description`';
const NO_CONTENT = 'its value is one text: declare its type in `schema`';
const NO_STYLE = 'a response header has only the style `simple`: remove it';
const NO_IDENTIFIERS =
  'schemas are found by `$ref` alone: remove it, and refer to #/components/schemas/…';
const NO_BINARY =
  'a text is stored as it is sent: use `format: byte` for Base64, and name the content in `description`';
const NO_CONDITIONS =
  'no type expresses the condition: write one object schema for each case, as branches of `oneOf` with a `discriminator`';
const CONDITIONS = Object.fromEntries(
  ['if', 'then', 'else', 'dependentSchemas'].map((keyword) => [keyword, NO_CONDITIONS]),
);

/** By the type of the object, as Redocly names it. */
const REFUSED_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Root: {
    webhooks: 'the service sends no requests: add an operation from which clients read what is new',
    jsonSchemaDialect: 'every schema has the dialect of OpenAPI 3.1: remove it',
  },
  Components: {
    callbacks:
      'the service sends no requests: add an operation from which clients read what is new',
    links: NO_LINKS,
  },
  Operation: {
    callbacks:
      'the service sends no requests: add an operation from which clients read what is new',
  },
  Response: { links: NO_LINKS },
  Parameter: {
    content: NO_CONTENT,
    allowReserved: 'every value is percent-encoded: remove it',
    allowEmptyValue: 'a value has a type: use `type: boolean`, and send `true` or `false`',
  },
  Header: { content: NO_CONTENT, style: NO_STYLE, explode: NO_STYLE },
  MediaType: { encoding: 'only multipart and form bodies have encodings: remove it' },
  Schema: {
    $id: NO_IDENTIFIERS,
    id: NO_IDENTIFIERS,
    $anchor: NO_IDENTIFIERS,
    $dynamicAnchor: NO_IDENTIFIERS,
    $dynamicRef: 'it has no generated type: use `$ref`',
    $schema: 'every schema has the dialect of OpenAPI 3.1: remove it',
    $vocabulary: 'every schema has the dialect of OpenAPI 3.1: remove it',
    $defs: 'only named components become types: move its schemas to #/components/schemas',
    definitions: 'only named components become types: move its schemas to #/components/schemas',
    xml: 'bodies are JSON: remove it',
    contentEncoding: NO_BINARY,
    contentMediaType: NO_BINARY,
    contentSchema: NO_BINARY,
    ...CONDITIONS,
    unevaluatedItems: 'no type expresses it: describe all items in `items` and `prefixItems`',
  },
};

export const refusedFields: Oas3Rule = () => ({
  any(node, { report, location, type }) {
    const refused = REFUSED_FIELDS[type.name];
    if (refused === undefined || !isObject(node)) return;
    for (const [key, reason] of Object.entries(refused))
      if (key in node)
        report({
          message: `\`${key}\` is not supported: ${reason}.`,
          location: location.child(key).key(),
        });
  },
});
