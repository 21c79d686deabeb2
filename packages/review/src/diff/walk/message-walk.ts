// Walk over the messages of two operations: parameters, bodies and replies.
import type {
  Body,
  Carrier,
  Direction,
  Header,
  Operation,
  Reply,
  Use,
} from '@animal-store/spec/model';
import type { Rating } from '../change.js';
import { both, dispensable, REFUSED, REQUIRED } from '../ratings.js';
import { documentationChanges, ofCarrier, ofDescribed } from './documentation.js';
import { parameterChanges, requiredChange, requiredOf } from './parameters.js';
import { SchemaWalk } from './schema-walk.js';
import {
  childrenOf,
  entriesOfBoth,
  type Finding,
  type Findings,
  matchParts,
  type Pair,
  Part,
  Sides,
  type WalkContext,
} from './sides.js';

const OTHER_RESPONSE = both('major', 'A client that expects it gets another response.');
const UNKNOWN_SUCCESS = both('major', 'A client may receive a success that it does not know.');
const NO_FORMAT = both('major', 'A client that uses that format no longer works.');

export class MessageWalk {
  readonly #schemas: Record<Direction, SchemaWalk>;
  readonly #known = new Map<string, Finding[]>();

  constructor(context: WalkContext) {
    this.#schemas = {
      request: new SchemaWalk(context, 'request'),
      reply: new SchemaWalk(context, 'reply'),
    };
  }

  *changes(operation: Pair<Operation>): Findings {
    yield* parameterChanges(operation, this.#schemas.request);
    yield* this.#body(followUses(operation.below(({ body }) => body, 'requestBody')));
    yield* this.#responses(operation.below(({ replies }) => replies, 'responses'));
  }

  *#body(body: Sides<Body>): Findings {
    if (body.isPair()) {
      yield* requiredChange(body, 'Request body became required.');
      yield* this.#content(body, 'request');
      return yield* documentationChanges(body, ofDescribed);
    }
    const ifAdded = body.is?.isRequired ? REQUIRED : both('minor');
    yield* body.presence({ ifAdded, removed: 'Request body was removed.', ifRemoved: REFUSED });
  }

  #responses(sides: Sides<Operation['replies']>): Findings {
    const isError = (status: string) => /^[45]/.test(status);
    const rate: Rate = (was, is) => {
      if (was === undefined) return isError(is ?? '') ? both('minor') : UNKNOWN_SUCCESS;
      return isError(was) && (is === undefined || isError(is)) ? dispensable() : OTHER_RESPONSE;
    };
    return byKey('Response', sides, rate, (pair) => this.#response(followUses(pair)));
  }

  /** Operations share responses: each pair is compared once. */
  #response(sides: Sides<Reply>): Findings {
    const key = `${sides.base?.pointer} ${sides.head?.pointer}`;
    const found = this.#known.get(key) ?? [...this.#responseChanges(sides)];
    this.#known.set(key, found);
    return found;
  }

  *#responseChanges(sides: Sides<Reply>): Findings {
    if (!sides.isPair()) return;
    const headers = sides.below((reply) => reply.headers, 'headers');
    for (const [name, header] of entriesOfBoth(headers)) yield* this.#header(name, header);
    yield* this.#content(sides, 'reply');
    yield* documentationChanges(sides, ofDescribed);
  }

  *#header(name: string, written: Sides<Use<Header>>): Findings {
    const sides = followUses(written);
    const isRelied = sides.was?.isRequired === true;
    if (!sides.isPair()) {
      if (isAnnouncement(name, written.was ?? written.is)) return; // it follows from the deprecation, which is a change of its own
      const removed = `Response header \`${name}\` was removed.`;
      const gone = both('major', 'A client that reads it does not receive it.');
      const ifRemoved = isRelied ? gone : dispensable();
      return yield* written.presence({ ifAdded: both('minor'), removed, ifRemoved });
    }
    const rating = isRelied
      ? both('major', 'A client that relies on the header may not receive it.')
      : both('minor', 'Clients can rely on the header.');
    yield* requiredOf(sides).valueChange('required', rating);
    yield* this.#schemas.reply.carrierChanges(sides);
    yield* documentationChanges(sides, (header) => ({
      ...header.serialization,
      ...ofCarrier(header),
    }));
  }

  *#content(message: Pair<Body> | Pair<Reply>, direction: Direction): Findings {
    const { base, head, path } = message;
    const present = (part: Part<Body | Reply>) =>
      part.at(({ content }) => (content.size > 0 ? content : undefined), 'content');
    const sides = new Sides(present(base), present(head), [...path, 'content']);
    const removed = 'All media types were removed.';
    if (!sides.isPair())
      return yield* sides.presence({ ifAdded: both('minor'), removed, ifRemoved: NO_FORMAT });
    const rate: Rate = (was) => (was === undefined ? both('minor') : NO_FORMAT);
    yield* byKey('Media type', sides, rate, (pair) => this.#mediaType(pair, direction));
  }

  *#mediaType(pair: Pair<Carrier>, direction: Direction): Findings {
    yield* this.#schemas[direction].carrierChanges(pair);
    yield* documentationChanges(pair, ofCarrier);
  }
}

/** What stands in its place, or is referred to there. */
function followUses<T extends { at: string }>({ base, head, path }: Sides<Use<T>>): Sides<T> {
  const follow = (part: Part<Use<T>> | undefined): Part<T> | undefined => {
    if (part === undefined) return undefined;
    const { component, value } = part.value;
    return new Part(value, component === undefined ? part.pointer : value.at);
  };
  return new Sides(follow(base), follow(head), path);
}

/** The rating of a key that came, of one that went, or of one that became another. */
type Rate = (was: string | undefined, is: string | undefined) => Rating;

/** Replies by status, or media types by name: one that became another, those that both have, and those of one alone. */
function* byKey<T>(
  noun: string,
  { base, head, path }: Sides<ReadonlyMap<string, T>>,
  rate: Rate,
  compare: (pair: Pair<T>) => Findings,
): Findings {
  const { pairs, alone } = matchParts(
    path,
    base ? childrenOf(base) : [],
    head ? childrenOf(head) : [],
    (one, other) => one.key === other.key,
    (_one, _other, isLast) => isLast,
  );
  const [same = [], exchanged = []] = pairs;
  for (const pair of exchanged) {
    const [from, to] = [pair.base.key, pair.head.key];
    yield pair.find(`${noun} \`${from}\` became \`${to}\`.`, rate(from, to));
  }
  for (const pair of same) yield* compare(pair);
  for (const sides of alone)
    yield* sides.presence({
      ifAdded: rate(undefined, sides.key),
      removed: `${noun} \`${sides.key}\` was removed.`,
      ifRemoved: rate(sides.key, undefined),
    });
}

/** Whether a header announces a deprecation. The build adds it to the responses of what is deprecated. */
function isAnnouncement(name: string, header: Use<Header> | undefined): boolean {
  return /^(?:deprecation|sunset)$/i.test(name) || /SuccessorLink$/.test(header?.component ?? '');
}
