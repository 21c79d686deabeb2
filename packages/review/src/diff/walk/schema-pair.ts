// A pair of schemas, as the rows of keywords see it.
import type { Direction, Edge, Schema } from '@animal-store/spec/model';
import { RATINGS, type Relation, rateConstraint, relationOf } from './relations.js';
import { type Finding, Pair, type Part, type Sides, type WalkContext } from './sides.js';

/** What the rows of a pair need of the walk. */
export interface SchemaComparison {
  readonly context: WalkContext;
  readonly direction: Direction;
  /** @param name of the property that the schemas describe. */
  compare(pair: Pair<Edge>, name?: string): Finding[];
}

/** A pair of schemas, and what their keywords need to know. */
export class SchemaPair extends Pair<Schema> {
  constructor(
    base: Part<Schema>,
    head: Part<Schema>,
    path: readonly string[],
    /** ` of \`name\``, or nothing. */
    readonly of: string,
    readonly walk: SchemaComparison,
  ) {
    super(base, head, path);
  }

  get direction(): Direction {
    return this.walk.direction;
  }

  property(name: string): Sides<Edge> {
    return this.below(({ properties }) => properties?.get(name), 'properties', name);
  }

  /** A finding that types show, rated by its relation. */
  related(sides: Sides<unknown>, text: string, relation: Relation): Finding {
    return sides.find(text, RATINGS[this.direction][relation], relation);
  }

  /** What one contract alone has: more of it leaves fewer valid values. */
  alone(sides: Sides<unknown>, text: string): Finding {
    const relation = sides.base === undefined ? 'narrower' : 'wider';
    return this.related(sides, `${text}${sides.change}.`, relation);
  }

  /** A change of a keyword that types show only if they express that keyword. */
  constraint(
    keyword: string,
    sides: Sides<unknown>,
    text: string,
    relation = relationOf(keyword, sides.was, sides.is),
  ): Finding {
    const rating = rateConstraint(keyword, sides.was, sides.is, this.direction, relation);
    return sides.find(text, rating, relation);
  }
}
