// Keywords that limit values, in one table. A new keyword of this kind is a row here, its words for errors and pages, and
// its line in contract.schema.yaml.

interface Bound {
  /** The type of the values that it limits. */
  of: 'number' | 'string' | 'array' | 'object';
  /** Valid are values from the limit on, values up to it, its multiples, or, for a flag that is set, those that pass a test. */
  kind: 'least' | 'most' | 'multiple' | 'flag';
}

export const BOUNDS = {
  minimum: { of: 'number', kind: 'least' },
  maximum: { of: 'number', kind: 'most' },
  exclusiveMinimum: { of: 'number', kind: 'least' },
  exclusiveMaximum: { of: 'number', kind: 'most' },
  multipleOf: { of: 'number', kind: 'multiple' },
  minLength: { of: 'string', kind: 'least' },
  maxLength: { of: 'string', kind: 'most' },
  minItems: { of: 'array', kind: 'least' },
  maxItems: { of: 'array', kind: 'most' },
  minProperties: { of: 'object', kind: 'least' },
  maxProperties: { of: 'object', kind: 'most' },
  uniqueItems: { of: 'array', kind: 'flag' },
} as const satisfies Record<string, Bound>;

/** The pairs of a lower and an upper bound, by the type of their values; and what they count. */
export const RANGES = {
  number: ['minimum', 'maximum', undefined],
  string: ['minLength', 'maxLength', 'character'],
  array: ['minItems', 'maxItems', 'item'],
  object: ['minProperties', 'maxProperties', 'property'],
} as const;

export type BoundKeyword = keyof typeof BOUNDS;
export type NumberBound = Exclude<BoundKeyword, FlagBound>;

type FlagBound = {
  [Keyword in BoundKeyword]: (typeof BOUNDS)[Keyword]['kind'] extends 'flag' ? Keyword : never;
}[BoundKeyword];

/** Each is undefined if the schema does not have it. */
export type Bounds = Readonly<{ [Keyword in BoundKeyword]?: BoundValue<Keyword> }>;
type BoundValue<Keyword> = Keyword extends FlagBound ? boolean : number;

export const BOUND_KEYWORDS = Object.keys(BOUNDS).filter(isBound);

export function isBound(keyword: string): keyword is BoundKeyword {
  return Object.hasOwn(BOUNDS, keyword);
}

/** Whether the value has the type that the keyword has in JSON Schema. */
export function isBoundValue(keyword: BoundKeyword, value: unknown): value is number | boolean {
  return typeof value === (BOUNDS[keyword].kind === 'flag' ? 'boolean' : 'number');
}
