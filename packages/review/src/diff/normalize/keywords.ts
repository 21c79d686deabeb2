// Canonical schemas: which keywords one has, its references, and its notes.
import { isDeepStrictEqual } from 'node:util';
import {
  BOUND_KEYWORDS,
  BOUNDS,
  type Edge,
  isBound,
  type JsonType,
  NO_NOTES,
  type Notes,
  type Schema,
} from '@animal-store/spec/model';

/** The types of the values that a keyword limits. It may stand beside keywords of other types. */
const TYPES: Readonly<Record<string, readonly JsonType[]>> = {
  format: ['string', 'number'],
  pattern: ['string'],
  items: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
};

export function isKeywordOf(keyword: string, types: readonly JsonType[]): boolean {
  const limited = isBound(keyword) ? [BOUNDS[keyword].of] : TYPES[keyword];
  return limited?.some((type) => types.includes(type)) === true;
}

/** Whether each value of a type is of the other type too. */
export function isPartOfType(one: unknown, other: unknown): boolean {
  return one === other || (one === 'integer' && other === 'number');
}

/** A schema that says nothing. */
export const ANY: Schema = {
  at: '#',
  isNever: false,
  types: undefined,
  enum: undefined,
  constant: undefined,
  format: undefined,
  pattern: undefined,
  bounds: {},
  properties: undefined,
  required: [],
  additional: undefined,
  items: undefined,
  reference: undefined,
  allOf: [],
  oneOf: undefined,
  anyOf: undefined,
  discriminator: undefined,
  notes: NO_NOTES,
  others: {},
  otherSchemas: new Map(),
};

/** The keywords of a schema that say something about messages, in the order in which they are compared. */
export function keywordsOf(schema: Schema): string[] {
  const { bounds, notes } = schema;
  const found: [keyword: string, isPresent: boolean][] = [
    ['$ref', schema.reference !== undefined],
    ['type', schema.types !== undefined],
    ['format', schema.format !== undefined],
    ['enum', schema.enum !== undefined],
    ...BOUND_KEYWORDS.map((keyword): [string, boolean] => [keyword, bounds[keyword] !== undefined]),
    ['pattern', schema.pattern !== undefined],
    ['items', schema.items !== undefined],
    ['additionalProperties', schema.additional !== undefined],
    ['required', schema.required.length > 0],
    ['properties', schema.properties !== undefined],
    ['allOf', schema.allOf.length > 0],
    ['anyOf', schema.anyOf !== undefined],
    ['oneOf', schema.oneOf !== undefined],
    ['discriminator', schema.discriminator !== undefined],
    ['default', notes.default !== undefined],
    ['readOnly', notes.isReadOnly],
    ['writeOnly', notes.isWriteOnly],
  ];
  const present = found.filter(([, isPresent]) => isPresent).map(([keyword]) => keyword);
  return [...Object.keys(schema.others), ...present];
}

/** A reference, which is followed when its schema is asked for. */
export class Reference implements Edge {
  /** The name of a component. */
  readonly component?: string;

  constructor(
    readonly at: string,
    /** The pointer to what it names. */
    readonly target: string,
    readonly notes: Notes,
    private readonly resolve: (target: string) => Schema,
    component?: string,
  ) {
    if (component !== undefined) this.component = component;
  }

  get schema(): Schema {
    return this.resolve(this.target);
  }

  with(notes: Notes): Reference {
    return new Reference(this.at, this.target, notes, this.resolve, this.component);
  }
}

export function isReference(edge: Edge): edge is Reference {
  return edge instanceof Reference;
}

/** Whether the place itself refuses every value. A reference may lead to a schema that does. */
export function isNever(edge: Edge): boolean {
  return !isReference(edge) && edge.schema.isNever;
}

export function inline(schema: Schema, at = schema.at): Edge {
  return { at, schema: schema.at === at ? schema : { ...schema, at }, notes: NO_NOTES };
}

/** What stands at the place itself. */
export function ownNotes(edge: Edge): Notes {
  return isReference(edge) ? edge.notes : edge.schema.notes;
}

/** The notes of `outer` and, where it has none, those of `inner`. */
export function mergeNotes(inner: Notes, outer: Notes): Notes {
  const deprecation =
    inner.deprecation && outer.deprecation
      ? {
          ...inner.deprecation,
          ...outer.deprecation,
          isDeprecated: inner.deprecation.isDeprecated || outer.deprecation.isDeprecated,
        }
      : (outer.deprecation ?? inner.deprecation);
  const { examples, hasExample } = outer.examples.length > 0 ? outer : inner;
  return {
    ...inner,
    ...outer,
    examples,
    hasExample,
    isReadOnly: inner.isReadOnly || outer.isReadOnly,
    isWriteOnly: inner.isWriteOnly || outer.isWriteOnly,
    deprecation,
    extensions: { ...inner.extensions, ...outer.extensions },
  };
}

/** In a branch of a union, `readOnly` and `writeOnly` have no effect: requests and responses have the value all the same. */
export function withoutAccess(edge: Edge): Edge {
  const notes = ownNotes(edge);
  if (!notes.isReadOnly && !notes.isWriteOnly) return edge;
  const open = { ...notes, isReadOnly: false, isWriteOnly: false };
  return isReference(edge) ? edge.with(open) : inline({ ...edge.schema, notes: open });
}

/** Whether a place says nothing at all. */
export function isEmpty(edge: Edge): boolean {
  if (isReference(edge) || edge.schema.isNever) return false;
  return keywordsOf(edge.schema).length === 0 && isDeepStrictEqual(edge.schema.notes, NO_NOTES);
}
