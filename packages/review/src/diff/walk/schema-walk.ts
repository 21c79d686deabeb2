// Walk over two schemas in messages of one direction: references followed, and each pair of schemas compared once.
import { lastKey } from '@animal-store/spec';
import type { Carrier, Direction, Edge, Notes, Schema } from '@animal-store/spec/model';
import { alignSchemas } from '../normalize/align.js';
import { asSchema } from '../normalize/intersect-schemas.js';
import { inline, isReference, mergeNotes, ownNotes } from '../normalize/keywords.js';
import { both } from '../ratings.js';
import { documentationChanges, ofNotes } from './documentation.js';
import { keywordChanges } from './keyword-rows.js';
import { type SchemaComparison, SchemaPair } from './schema-pair.js';
import { type Finding, type Findings, type Pair, Part, Sides, type WalkContext } from './sides.js';

export class SchemaWalk implements SchemaComparison {
  readonly #known = new Map<string, Finding[]>();

  constructor(
    readonly context: WalkContext,
    readonly direction: Direction,
  ) {}

  /** Of the schema of a parameter, a header or a media type. */
  carrierChanges(owner: Pair<Carrier>): Findings {
    const sides = owner.below(({ schema }) => schema, 'schema');
    if (sides.isPair()) return this.compare(sides);
    const ifRequest = both('major', 'A value that was not validated may be rejected.');
    const ifAdded = this.direction === 'request' ? ifRequest : both('minor');
    const ifRemoved = both('major', 'Clients may rely on it.');
    return sides.presence({ ifAdded, removed: 'removed.', ifRemoved });
  }

  /** @param name of the property that the schemas describe. */
  compare({ base, head, path }: Pair<Edge>, name?: string): Finding[] {
    const [before, after] = follow(...align(base, head));
    const of = after.name ?? before.name ?? name;
    const annotated = new Sides(annotationsOf(base, before), annotationsOf(head, after), path);
    const texts = [...documentationChanges(annotated, ofNotes)];
    const key = `${before.pointer} ${after.pointer} ${of}`;
    const known = this.#known.get(key);
    if (known !== undefined) return [...texts, ...known];
    this.#known.set(key, []); // of a recursive schema, the outer pair has the findings
    const label = of === undefined ? '' : ` of \`${of}\``;
    const pair = new SchemaPair(before, after, path, label, this);
    const schemas = { path, was: pair.was, is: pair.is };
    const found = Array.from(keywordChanges(pair), (one) => ({ schemas, ...one }));
    this.#known.set(key, found);
    return [...texts, ...found];
  }
}

function align(base: Part<Edge>, head: Part<Edge>): [Part<Edge>, Part<Edge>] {
  const [was, is] = alignSchemas(base.value, head.value);
  return [new Part(was, base.pointer, base.name), new Part(is, head.pointer, head.name)];
}

/** The schemas that two parts lead to, with the names of the last components. */
function follow(base: Part<Edge>, head: Part<Edge>): [Part<Schema>, Part<Schema>] {
  const hasReference = ({ value }: Part<Edge>) => isReference(value) || value.schema.reference;
  // A reference beside other keywords is compared with a reference.
  const isBeside = [base, head].some(({ value }) => !isReference(value) && value.schema.reference);
  if (isBeside && [base, head].every(hasReference))
    return [toPart(base, asSchema(base.value)), toPart(head, asSchema(head.value))];
  const [before, after] = align(followPart(base), followPart(head));
  return [toPart(before, before.value.schema), toPart(after, after.value.schema)];
}

function toPart({ pointer, name }: Part<Edge>, schema: Schema): Part<Schema> {
  return new Part(schema, pointer, name);
}

/** The schema that a reference leads to. */
function followPart(part: Part<Edge>): Part<Edge> {
  if (!isReference(part.value)) return part;
  const { schema } = part.value;
  return new Part(inline(schema), schema.at, lastKey(schema.at));
}

/** Of the schema that a part leads to, with those beside the reference. */
function annotationsOf(
  { value }: Part<Edge>,
  { value: schema, pointer }: Part<Schema>,
): Part<Notes> {
  return new Part(mergeNotes(schema.notes, ownNotes(value)), pointer);
}
