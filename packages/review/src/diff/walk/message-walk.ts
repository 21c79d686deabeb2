// Walk over the parameters, the body and the replies of two operations.

import { isDeepStrictEqual } from 'node:util';
import { METHODS_WITH_KEY } from '@animal-store/spec';
import type {
  Body,
  Carrier,
  Direction,
  Header,
  Operation,
  Parameter,
  Reply,
  Schema,
  Use,
} from '@animal-store/spec/model';
import type { Rating } from '../change.js';
import { lifeCycleChanges, rateRemoval } from '../life-cycle.js';
import { isReference, keywordsOf } from '../normalize/keywords.js';
import { isSameEdge } from '../normalize/same-schema.js';
import { behaviour, both, dispensable, sourceOnly } from '../ratings.js';
import { documentationChanges, ofCarrier, ofMessage } from './documentation.js';
import { combine, RATINGS } from './relations.js';
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

const REFUSED = both('major', 'A request with it is rejected.');
const REQUIRED = both('major', 'A request without it is rejected.');
const SERIALIZED = behaviour('major', 'Clients must serialize its value in another way.');
const OTHER_RESPONSE = both('major', 'A client that expects it gets another response.');
const UNKNOWN_SUCCESS = both('major', 'A client may receive a success that it does not know.');
const NO_FORMAT = both('major', 'A client that uses that format no longer works.');
export class MessageWalk {
  readonly #schemas: Record<Direction, SchemaWalk>;
  readonly #known = new Map<string, Finding[]>();

  constructor(private readonly context: WalkContext) {
    this.#schemas = {
      request: new SchemaWalk(context, 'request'),
      reply: new SchemaWalk(context, 'reply'),
    };
  }

  *changes(operation: Pair<Operation>): Findings {
    yield* this.#parameters(operation);
    yield* this.#body(followUses(operation.below(({ body }) => body, 'requestBody')));
    yield* this.#responses(operation.below(({ replies }) => replies, 'responses'));
  }

  *#parameters(pair: Pair<Operation>): Findings {
    const { was: before, is: after, path } = pair;
    const partsOf = ({ parameters }: Operation) =>
      parameters.map(({ value }) => new Part(value, value.at));
    const { pairs, alone } = matchParts(
      path,
      partsOf(before),
      partsOf(after),
      (one, other) => identityOf(one.value, before.path) === identityOf(other.value, after.path),
      (one, other) => isRenamed(one.value, other.value),
    );
    const [same = [], renamed = []] = pairs;
    for (const one of same) {
      const parameter = one.called(...path, one.is.name);
      if (parameter.isPair()) yield* this.#parameter(parameter);
    }
    for (const one of renamed) {
      const { was, is } = one;
      const text =
        was.in === is.in ? `was renamed to \`${is.name}\`.` : `is now a ${is.in} parameter.`;
      yield one.called(...path, was.name).find(`${titleOf(was)} ${text}`, REFUSED);
    }
    for (const sides of alone) {
      const parameter = sides.was ?? sides.is;
      if (parameter === undefined) continue;
      const { name, isRequired } = parameter;
      const title = titleOf(parameter);
      const isKey = METHODS_WITH_KEY.includes(after.method) && /^idempotency-key$/i.test(name);
      const ifIgnored = isKey
        ? both('major', 'A request that is repeated is executed twice.')
        : dispensable('The service ignores it; the SDK has no type of it any more.');
      yield* sides.called(...path, name).presence({
        added: isRequired ? `Required ${title} was added.` : 'added.',
        ifAdded: isRequired ? REQUIRED : both('minor'),
        removed: `${title} was removed.`,
        ifRemoved:
          rateRemoval(this.context, [parameter.deprecation]) ??
          (parameter.in === 'header' ? ifIgnored : REFUSED),
      });
    }
  }

  *#parameter(pair: Pair<Parameter>): Findings {
    const title = titleOf(pair.is);
    const named = sourceOnly('The URL stays the same; SDK users pass the parameter by its name.');
    yield* lifeCycleChanges(pair, [pair.was.deprecation, pair.is.deprecation], this.context);
    for (const key of ['style', 'explode', 'allowReserved', 'allowEmptyValue'])
      yield* pair
        .at(({ serialization }) => serialization[key], key)
        .valueChange(key, SERIALIZED, ` of ${title}`);
    yield* pair.at(({ name }) => name, 'name').valueChange('name', named);
    yield* requiredChange(pair, `${title} became required.`);
    yield* this.#parameterSchema(pair);
    yield* documentationChanges(pair, ofCarrier);
  }

  /** A parameter is a text, so that other schemas than those of JSON may accept the same. */
  *#parameterSchema(pair: Pair<Parameter>): Findings {
    const schemas = pair.below(({ schema }) => schema, 'schema');
    const [was, is] = [schemas.was?.schema, schemas.is?.schema];
    const isWidened =
      was !== undefined &&
      is !== undefined &&
      isText(was) &&
      (acceptsTexts(was, is) || this.#acceptsOne(pair, is));
    if (!isWidened) return yield* this.#schema(pair, 'request');
    const text = `Type changed from '${was.types?.join()}' to '${is.types?.join()}'; the same texts are valid.`;
    const rating = { ...RATINGS.request.wider, source: 'major' as const };
    const types = schemas.at((edge) => (isReference(edge) ? undefined : edge.schema.types), 'type');
    yield types.or(schemas).find(text, rating, 'wider');
  }

  /** Whether one value is a list of it: a parameter that is repeated for each item. */
  #acceptsOne(
    { base, head, is: parameter }: Pair<Parameter>,
    { types, items, bounds }: Schema,
  ): boolean {
    const isRepeated =
      parameter.in === 'query' &&
      parameter.serialization.explode !== false &&
      (bounds.minItems ?? 0) <= 1;
    if (types?.join() !== 'array' || !isRepeated) return false;
    const inner = new Sides(
      base.at(({ schema }) => schema, 'schema'),
      head.at(() => items, 'schema', 'items'),
    );
    if (!inner.isPair()) return false;
    const found = this.#schemas.request.compare(inner);
    return ['same', 'wider'].includes(combine(found.map(({ relation = 'same' }) => relation)));
  }

  #schema(owner: Pair<Carrier>, direction: Direction): Findings {
    const sides = owner.below(({ schema }) => schema, 'schema');
    if (sides.isPair()) return this.#schemas[direction].compare(sides);
    const ifRequest = both('major', 'A value that was not validated may be rejected.');
    const ifAdded = direction === 'request' ? ifRequest : both('minor');
    const ifRemoved = both('major', 'Clients may rely on it.');
    return sides.presence({ ifAdded, removed: 'removed.', ifRemoved });
  }

  *#body(body: Sides<Body>): Findings {
    if (body.isPair()) {
      yield* requiredChange(body, 'Request body became required.');
      yield* this.#content(body, 'request');
      return yield* documentationChanges(body, ofMessage);
    }
    const ifAdded = body.is?.isRequired ? REQUIRED : both('minor');
    yield* body.presence({ ifAdded, removed: 'Request body was removed.', ifRemoved: REFUSED });
  }

  #responses(sides: Sides<Operation['replies']>): Findings {
    const gone = (status: string) => (isError(status) ? dispensable() : OTHER_RESPONSE);
    const ratings = {
      added: (status: string) => (isError(status) ? both('minor') : UNKNOWN_SUCCESS),
      removed: gone,
      exchanged: (from: string, to: string) => (isError(to) ? gone(from) : OTHER_RESPONSE),
    };
    return byKey('Response', sides, ratings, (pair) => this.#response(followUses(pair)));
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
    yield* documentationChanges(sides, ofMessage);
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
    yield* this.#schema(sides, 'reply');
    yield* documentationChanges(sides, (header) => ({
      ...header.serialization,
      ...ofCarrier(header),
    }));
  }

  *#content(message: Pair<Body> | Pair<Reply>, direction: Direction): Findings {
    const { base, head, path } = message;
    const contentOf = (part: Part<Body | Reply>) =>
      part.at(({ content }) => (content.size > 0 ? content : undefined), 'content');
    const sides = new Sides(contentOf(base), contentOf(head), [...path, 'content']);
    const removed = 'All media types were removed.';
    if (!sides.isPair())
      return yield* sides.presence({ ifAdded: both('minor'), removed, ifRemoved: NO_FORMAT });
    const gone = () => NO_FORMAT;
    const ratings = { added: () => both('minor'), removed: gone, exchanged: gone };
    const compare = (pair: Pair<Carrier>) => this.#mediaType(pair, direction);
    yield* byKey('Media type', sides, ratings, compare);
  }

  *#mediaType(pair: Pair<Carrier>, direction: Direction): Findings {
    yield* this.#schema(pair, direction);
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

/** Replies by status, or media types by name: one that became another, those that both have, and those of one alone. */
function* byKey<T>(
  noun: string,
  { base, head, path }: Sides<ReadonlyMap<string, T>>,
  ratings: {
    added: (key: string) => Rating;
    removed: (key: string) => Rating;
    exchanged: (from: string, to: string) => Rating;
  },
  compare: (pair: Pair<T>) => Findings,
): Findings {
  const { pairs, alone } = matchParts(
    path,
    childrenOf(base),
    childrenOf(head),
    (one, other) => one.key === other.key,
    (_one, _other, isLast) => isLast,
  );
  const [same = [], exchanged = []] = pairs;
  for (const pair of exchanged) {
    const [from, to] = [pair.base.key, pair.head.key];
    yield pair.find(`${noun} \`${from}\` became \`${to}\`.`, ratings.exchanged(from, to));
  }
  for (const pair of same) yield* compare(pair);
  for (const sides of alone)
    yield* sides.presence({
      ifAdded: ratings.added(sides.key),
      removed: `${noun} \`${sides.key}\` was removed.`,
      ifRemoved: ratings.removed(sides.key),
    });
}

function requiredOf(sides: Sides<{ isRequired: boolean }>): Sides<true> {
  return sides.at(({ isRequired }) => isRequired || undefined, 'required');
}

function* requiredChange(pair: Pair<{ isRequired: boolean }>, became: string): Findings {
  const sides = requiredOf(pair);
  const rating = both('minor', 'More requests are valid; existing clients keep working.');
  if (sides.is && !sides.was) yield sides.find(became, REQUIRED);
  else yield* sides.valueChange('required', rating);
}

/** Whether a header announces a deprecation. The build adds it to the responses of what is deprecated. */
function isAnnouncement(name: string, header: Use<Header> | undefined): boolean {
  return /^(?:deprecation|sunset)$/i.test(name) || /SuccessorLink$/.test(header?.component ?? '');
}

/** Whether two parameters differ in their name, or in their place, and in nothing else but their texts. */
function isRenamed(one: Parameter, other: Parameter): boolean {
  const plainPartOf = (parameter: Parameter) => {
    const { isRequired, deprecation, serialization, extensions } = parameter;
    return [isRequired, deprecation, serialization, extensions];
  };
  return (
    (one.name === other.name) !== (one.in === other.in) &&
    ![one, other].some((parameter) => parameter.in === 'path') &&
    isSameEdge(one.schema, other.schema) &&
    isDeepStrictEqual(plainPartOf(one), plainPartOf(other))
  );
}

/** The place and the name of a parameter; of one in the path, its position. */
function identityOf({ in: place, name }: Parameter, path: string): string {
  const template = [...path.matchAll(/\{([^}]*)\}/g)].map(([, own = '']) => own);
  return `${place} ${place === 'path' ? template.indexOf(name) : name}`;
}

function titleOf(parameter: Parameter): string {
  return `\`${parameter.name}\` ${parameter.in} parameter`;
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}

/** Whether the values are one text each. */
function isText({ types = [] }: Schema): boolean {
  return /^(?:integer|number|boolean|string)$/.test(types.join());
}

const LIMITS = /^(?:minLength|maxLength|pattern|format|enum|not|allOf|anyOf|oneOf|\$ref)$/;

/** Whether the texts of all numbers, or of both booleans, are valid. */
function acceptsTexts(was: Schema, is: Schema): boolean {
  const type = was.types?.join();
  if (is.types?.join() !== 'string' || type === 'string') return false;
  const limits = keywordsOf(is).filter((keyword) => LIMITS.test(keyword));
  if (limits.length === 0) return true;
  return (
    type === 'boolean' &&
    limits.join() === 'enum' &&
    ['true', 'false'].every((text) => is.enum?.includes(text))
  );
}
