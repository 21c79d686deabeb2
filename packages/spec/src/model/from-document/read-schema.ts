// Reading of schemas: from the document in normal form to the model. It refuses nothing: published contracts are read, too.
import { entriesOf, isObject, type JsonObject, listOf, objectOf } from '../../json.js';
import { componentOf, decodeReference, joinPointer, resolvePointer } from '../../json-pointer.js';
import { BOUND_KEYWORDS, type Bounds, isBound, isBoundValue } from '../bounds.js';
import { JSON_TYPES } from '../questions.js';
import type {
  Discriminator,
  Edge,
  Extensions,
  Notes,
  Pointer,
  Schema,
  TypeName,
  Union,
} from '../schema.js';
import { readDeprecation, textOf, textsOf } from './fields.js';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const TYPES: readonly string[] = [...JSON_TYPES, 'integer'];

const OTHERS_WITH_SCHEMA = ['not', 'if', 'then', 'else', 'contains', 'propertyNames'];
/** Keywords that say nothing about which values are valid. They may stand beside a reference without changing it. */
const NOTES =
  /^(?:title|description|\$comment|default|examples?|readOnly|writeOnly|deprecated|externalDocs|x-.*)$/;

export const NO_NOTES: Notes = Object.freeze({
  examples: [],
  hasExample: false,
  isReadOnly: false,
  isWriteOnly: false,
  deprecation: undefined,
  extensions: {},
});

/** The schemas of one document. What a reference leads to is read once. */
export class SchemaReader {
  readonly #document: JsonObject;
  readonly #targets = new Map<Pointer, Schema>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** @param raw what the document has at the pointer. */
  edge(raw: unknown, at: Pointer): Edge {
    if (!isPureReference(raw))
      return Object.freeze({ at, schema: this.#schema(raw, at, {}), notes: NO_NOTES });
    const target = decodeReference(raw.$ref);
    const component = componentOf(target, 'schemas');
    const { schema, notes } = this.#target(target, []);
    return Object.freeze({
      at,
      schema,
      ...(component !== undefined && { component }),
      notes: readNotes({ ...notes, ...raw }),
    });
  }

  /** The place of a component. References to it lead to the same schema. */
  component(raw: unknown, at: Pointer): Edge {
    if (isPureReference(raw)) return this.edge(raw, at);
    return Object.freeze({ at, schema: this.#target(at, []).schema, notes: NO_NOTES });
  }

  /** The schema behind a reference, or a chain of them, and what stands beside those of the chain. */
  #target(pointer: Pointer, followed: readonly Pointer[]): { schema: Schema; notes: JsonObject } {
    const known = this.#targets.get(pointer);
    if (known !== undefined) return { schema: known, notes: {} };
    const raw = resolvePointer(this.#document, pointer);
    if (isPureReference(raw)) {
      const next = decodeReference(raw.$ref);
      if (!followed.includes(next)) {
        const { schema, notes } = this.#target(next, [...followed, pointer]);
        return { schema, notes: { ...notes, ...raw } };
      }
    }
    const schema: Partial<Mutable<Schema>> = {};
    this.#targets.set(pointer, schema as Schema); // before its content, which may lead back to it
    return { schema: this.#schema(raw, pointer, schema), notes: {} };
  }

  /** @param target what is filled in: others may refer to it already. */
  #schema(raw: unknown, at: Pointer, target: Partial<Mutable<Schema>>): Schema {
    const node = objectOf(raw);
    const component = componentOf(at, 'schemas');
    const child = (keyword: string) =>
      node[keyword] === undefined ? undefined : this.edge(node[keyword], joinPointer(at, keyword));
    const list = (keyword: string) =>
      listOf(node[keyword]).map((item, index) =>
        this.edge(item, joinPointer(at, keyword, `${index}`)),
      );
    const union = (keyword: 'oneOf' | 'anyOf'): Union | undefined =>
      Array.isArray(node[keyword])
        ? Object.freeze({ branches: Object.freeze(list(keyword)) })
        : undefined;
    const properties = isObject(node.properties)
      ? new Map(
          Object.entries(node.properties).map(([name, property]) => [
            name,
            this.edge(property, joinPointer(at, 'properties', name)),
          ]),
        )
      : undefined;
    const types = readTypes(node.type);
    const schema: Schema = {
      at,
      ...(component !== undefined && { name: component }),
      isNever: raw === false,
      types,
      enum: Array.isArray(node.enum) ? node.enum : undefined,
      constant: 'const' in node ? { value: node.const } : undefined,
      format: textOf(node.format),
      pattern: textOf(node.pattern),
      bounds: readBounds(node),
      properties,
      required: listOf(node.required).filter((name) => typeof name === 'string'),
      additional: child('additionalProperties'),
      items: child('items'),
      reference:
        typeof node.$ref === 'string'
          ? this.edge({ $ref: node.$ref }, joinPointer(at, '$ref'))
          : undefined,
      allOf: list('allOf'),
      oneOf: union('oneOf'),
      anyOf: union('anyOf'),
      discriminator: readDiscriminator(node.discriminator, at),
      notes: readNotes(node),
      others: readOthers(node),
      otherSchemas: new Map(
        OTHERS_WITH_SCHEMA.filter((key) => isObject(node[key])).map((key) => [
          key,
          this.edge(node[key], joinPointer(at, key)),
        ]),
      ),
    };
    return Object.freeze(Object.assign(target, schema));
  }
}

/** A reference with nothing but notes beside it. */
function isPureReference(raw: unknown): raw is JsonObject & { $ref: string } {
  return (
    isObject(raw) &&
    typeof raw.$ref === 'string' &&
    Object.keys(raw).every((key) => key === '$ref' || NOTES.test(key))
  );
}

function readTypes(type: unknown): readonly TypeName[] | undefined {
  if (type === undefined) return undefined;
  return [type].flat().filter((name): name is TypeName => TYPES.includes(String(name)));
}

function readBounds(node: JsonObject): Bounds {
  const present = BOUND_KEYWORDS.filter((keyword) => isBoundValue(keyword, node[keyword]));
  return Object.freeze(Object.fromEntries(present.map((keyword) => [keyword, node[keyword]])));
}

function readDiscriminator(node: unknown, at: Pointer): Discriminator | undefined {
  if (!isObject(node)) return undefined;
  const mapping = entriesOf(node.mapping).map(
    ([value, target]) => [value, String(target)] as const,
  );
  return Object.freeze({
    at: joinPointer(at, 'discriminator'),
    property: String(node.propertyName),
    mapping: new Map(mapping),
  });
}

function readNotes(node: JsonObject): Notes {
  const extensions = Object.entries(node).filter(
    ([key]) => (key.startsWith('x-') && !key.startsWith('x-deprecated-')) || key === 'externalDocs',
  );
  return Object.freeze({
    ...textsOf(node, 'title', 'description'),
    ...(typeof node.$comment === 'string' && { comment: node.$comment }),
    ...(node.default !== undefined && { default: node.default }),
    examples: [...('example' in node ? [node.example] : []), ...listOf(node.examples)],
    hasExample: 'example' in node,
    isReadOnly: node.readOnly === true,
    isWriteOnly: node.writeOnly === true,
    deprecation: readDeprecation(node),
    extensions: Object.fromEntries(extensions),
  });
}

/** What has no field of its own, or has a value of another type there. */
function readOthers(node: JsonObject): Extensions {
  const others = Object.entries(node).filter(
    ([key, value]) => !NOTES.test(key) && !isRead(key, value),
  );
  return Object.freeze(Object.fromEntries(others));
}

function isRead(key: string, value: unknown): boolean {
  if (isBound(key)) return isBoundValue(key, value);
  switch (key) {
    case 'const':
    case 'items':
    case 'additionalProperties':
      return true;
    case 'type':
      return [value].flat().every((name) => TYPES.includes(String(name)));
    case 'enum':
    case 'allOf':
    case 'oneOf':
    case 'anyOf':
    case 'required':
      return Array.isArray(value);
    case 'properties':
    case 'discriminator':
      return isObject(value);
    case 'format':
    case 'pattern':
    case '$ref':
      return typeof value === 'string';
    default:
      return false;
  }
}
