// JSON Schema of a schema in the model.
import type { JsonObject } from '../json.js';
import { formatPointer } from '../json-pointer.js';
import {
  DEPRECATION_KEYS,
  type Deprecation,
  type Edge,
  type Notes,
  type Schema,
} from '../model/index.js';

export type SchemaObject = Readonly<Record<string, unknown>>;
/** `true` allows every value, `false` none. */
export type JsonSchema = SchemaObject | boolean;

/** References stay references. */
export function toJsonSchema({ at, component, schema, notes }: Edge): JsonObject | false {
  if (component !== undefined)
    return { $ref: formatPointer('components', 'schemas', component), ...writeNotes(notes) };
  if (schema.at !== at) return { $ref: schema.at, ...writeNotes(notes) };
  return schema.isNever ? false : writeSchema(schema);
}

function writeSchema(schema: Schema): JsonObject {
  const { types, constant, reference, properties, discriminator } = schema;
  const [only, ...more] = types ?? [];
  const list = (edges: readonly Edge[] = []) =>
    edges.length === 0 ? undefined : edges.map(toJsonSchema);
  return compact({
    ...(reference && toJsonSchema(reference)),
    type: more.length > 0 ? types : only,
    enum: schema.enum,
    ...(constant && { const: constant.value }),
    format: schema.format,
    ...schema.bounds,
    pattern: schema.pattern,
    items: schema.items && toJsonSchema(schema.items),
    required: schema.required.length > 0 ? schema.required : undefined,
    properties:
      properties &&
      Object.fromEntries(Array.from(properties, ([name, edge]) => [name, toJsonSchema(edge)])),
    additionalProperties: schema.additional && toJsonSchema(schema.additional),
    allOf: list(schema.allOf),
    oneOf: list(schema.oneOf?.branches),
    anyOf: list(schema.anyOf?.branches),
    discriminator: discriminator && {
      propertyName: discriminator.property,
      ...(discriminator.mapping.size > 0 && { mapping: Object.fromEntries(discriminator.mapping) }),
    },
    ...schema.others,
    ...writeNotes(schema.notes),
  });
}

function writeNotes({ examples, hasExample, deprecation, ...notes }: Notes): JsonObject {
  const others = hasExample ? examples.slice(1) : examples;
  return compact({
    title: notes.title,
    description: notes.description,
    $comment: notes.comment,
    default: notes.default,
    example: hasExample ? examples[0] : undefined,
    examples: others.length > 0 ? others : undefined,
    readOnly: notes.isReadOnly || undefined,
    writeOnly: notes.isWriteOnly || undefined,
    ...(deprecation && writeDeprecation(deprecation)),
    ...notes.extensions,
  });
}

function writeDeprecation({ isDeprecated, since, sunset, successor }: Deprecation): JsonObject {
  return {
    deprecated: isDeprecated || undefined,
    [DEPRECATION_KEYS.since]: since,
    [DEPRECATION_KEYS.sunset]: sunset,
    [DEPRECATION_KEYS.successor]: successor,
  };
}

function compact(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined));
}
