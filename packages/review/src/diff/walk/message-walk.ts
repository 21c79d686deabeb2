// Walk over the parameters, the body and the replies of two operations.
import { getIn, isObject, METHODS_WITH_KEY } from '@animal-store/spec';
import type { Direction, Rating } from '../change.js';
import { lifeCycleChanges, rateRemoval } from '../life-cycle.js';
import { behaviour, both, dispensable, sourceOnly } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { combine, RATINGS } from './relations.js';
import { follow, SchemaWalk } from './schema-walk.js';
import {
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
const IS_RATED =
  /^(?:name|in|required|schema|style|explode|allowReserved|allowEmptyValue|deprecated|x-deprecated-.*)$/;

export class MessageWalk {
  readonly #schemas: Record<Direction, SchemaWalk>;
  readonly #known = new Map<string, Finding[]>();

  constructor(private readonly context: WalkContext) {
    this.#schemas = {
      request: new SchemaWalk(context, 'request'),
      response: new SchemaWalk(context, 'response'),
    };
  }

  /** @param was, is the paths of the operations. */
  *changes(operation: Pair, was: string, is: string): Findings {
    yield* this.#parameters(operation, was, is);
    yield* this.#body(this.#follow(operation.below('requestBody')));
    yield* this.#responses(operation.below('responses'));
  }

  #follow({ base, head, path }: Sides): Sides {
    const { documents } = this.context;
    const before = base && follow(documents.base, base);
    return new Sides(before, head && follow(documents.head, head), path);
  }

  *#parameters({ key: method, base, head, path }: Pair, was: string, is: string): Findings {
    const { documents } = this.context;
    const partsOf = (operation: Part, document: unknown) =>
      operation.at('parameters')?.children.map((part) => follow(document, part));
    const { pairs, alone } = matchParts(
      path,
      partsOf(base, documents.base),
      partsOf(head, documents.head),
      (one, other) => identityOf(one.value, was) === identityOf(other.value, is),
      isRenamed,
    );
    const [same = [], renamed = []] = pairs;
    for (const pair of same) yield* this.#parameter(pair.called(...path, nameOf(pair.is)));
    for (const pair of renamed) {
      const [from, to] = [pair.base.get('in'), pair.head.get('in')];
      const text =
        from === to ? `was renamed to \`${nameOf(pair.is)}\`.` : `is now a ${to} parameter.`;
      yield pair.called(...path, nameOf(pair.was)).find(`${titleOf(pair.was)} ${text}`, REFUSED);
    }
    for (const sides of alone) {
      const parameter = sides.was ?? sides.is;
      const [title, isRequired] = [titleOf(parameter), getIn(parameter, 'required') === true];
      const isKey =
        METHODS_WITH_KEY.includes(method) && /^idempotency-key$/i.test(nameOf(parameter));
      const isIgnored = getIn(parameter, 'in') === 'header';
      const ifIgnored = isKey
        ? both('major', 'A request that is repeated is executed twice.')
        : dispensable('The service ignores it; the SDK has no type of it any more.');
      yield* sides.called(...path, nameOf(parameter)).presence({
        added: isRequired ? `Required ${title} was added.` : 'added.',
        ifAdded: isRequired ? REQUIRED : both('minor'),
        removed: `${title} was removed.`,
        ifRemoved:
          (sides.base && rateRemoval(this.context, sides.base.pointer)) ??
          (isIgnored ? ifIgnored : REFUSED),
      });
    }
  }

  *#parameter(pair: Pair): Findings {
    const title = titleOf(pair.is);
    const named = sourceOnly('The URL stays the same; SDK users pass the parameter by its name.');
    yield* lifeCycleChanges(pair, this.context);
    for (const key of ['style', 'explode', 'allowReserved', 'allowEmptyValue'])
      yield* pair.at(key).valueChange(key, SERIALIZED, ` of ${title}`);
    yield* pair.at('name').valueChange('name', named);
    yield* requiredChange(pair, `${title} became required.`);
    yield* this.#parameterSchema(pair);
    yield* documentationChanges(pair, (key) => IS_RATED.test(key));
  }

  /** A parameter is a text, so that other schemas than those of JSON may accept the same. */
  *#parameterSchema(pair: Pair): Findings {
    const schemas = pair.below('schema');
    const { was, is } = this.#follow(schemas);
    const isWidened =
      schemas.isPair() &&
      isText(was) &&
      (acceptsTexts(was, is) || this.#acceptsOne(pair, schemas, is));
    if (!isWidened) return yield* this.#schema(pair, 'request');
    const text = `Type changed from '${getIn(was, 'type')}' to '${getIn(is, 'type')}'; the same texts are valid.`;
    const rating = { ...RATINGS.request.wider, source: 'major' as const };
    yield schemas.at('type').or(schemas).find(text, rating, 'wider');
  }

  /** Whether one value is a list of it: a parameter that is repeated for each item. */
  #acceptsOne({ head: parameter }: Pair, { base, head }: Pair, is: unknown): boolean {
    const items = getIn(is, 'items');
    const isRepeated =
      parameter.get('in') === 'query' &&
      parameter.get('explode') !== false &&
      Number(getIn(is, 'minItems') ?? 0) <= 1;
    if (getIn(is, 'type') !== 'array' || items === undefined || !isRepeated) return false;
    const one = new Part(items, `${head.pointer}/items`);
    const inner = this.#schemas.request.compare(new Sides(base, one));
    return ['same', 'wider'].includes(combine(inner.map(({ relation = 'same' }) => relation)));
  }

  #schema(owner: Pair, direction: Direction): Findings {
    const sides = owner.below('schema');
    if (sides.isPair()) return this.#schemas[direction].compare(sides);
    const ifRequest = both('major', 'A value that was not validated may be rejected.');
    const ifAdded = direction === 'request' ? ifRequest : both('minor');
    const ifRemoved = both('major', 'Clients may rely on it.');
    return sides.presence({ ifAdded, removed: 'removed.', ifRemoved });
  }

  *#body(body: Sides): Findings {
    if (body.isPair()) {
      yield* requiredChange(body, 'Request body became required.');
      yield* this.#content(body, 'request');
      return yield* documentationChanges(body, (key) => /^(?:required|content)$/.test(key));
    }
    const isRequired = getIn(body.is, 'required') === true;
    const ifAdded = isRequired ? REQUIRED : both('minor');
    yield* body.presence({ ifAdded, removed: 'Request body was removed.', ifRemoved: REFUSED });
  }

  #responses(sides: Sides): Findings {
    const gone = (status: string) => (isError(status) ? dispensable() : OTHER_RESPONSE);
    const ratings = {
      added: (status: string) => (isError(status) ? both('minor') : UNKNOWN_SUCCESS),
      removed: gone,
      exchanged: (from: string, to: string) => (isError(to) ? gone(from) : OTHER_RESPONSE),
    };
    return byKey('Response', sides, ratings, (pair) => this.#response(this.#follow(pair)));
  }

  /** Operations share responses: each pair is compared once. */
  #response(sides: Sides): Findings {
    const key = `${sides.base?.pointer} ${sides.head?.pointer}`;
    const found = this.#known.get(key) ?? [...this.#responseChanges(sides)];
    this.#known.set(key, found);
    return found;
  }

  *#responseChanges(sides: Sides): Findings {
    if (!sides.isPair()) return;
    const headers = sides.below('headers');
    for (const name of headers.keys) yield* this.#header(name, headers.below(name));
    yield* this.#content(sides, 'response');
    yield* documentationChanges(sides, (key) => /^(?:headers|content)$/.test(key));
  }

  *#header(name: string, written: Sides): Findings {
    const sides = this.#follow(written);
    const isRelied = getIn(sides.was, 'required') === true;
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
    yield* sides.at('required').valueChange('required', rating);
    yield* this.#schema(sides, 'response');
    yield* documentationChanges(sides, (key) => /^(?:required|schema|deprecated)$/.test(key));
  }

  *#content(message: Pair, direction: Direction): Findings {
    const sides = message.below('content');
    const removed = 'All media types were removed.';
    if (!sides.isPair())
      return yield* sides.presence({ ifAdded: both('minor'), removed, ifRemoved: NO_FORMAT });
    const gone = () => NO_FORMAT;
    const ratings = { added: () => both('minor'), removed: gone, exchanged: gone };
    const compare = (pair: Pair) => this.#mediaType(pair, direction);
    yield* byKey('Media type', sides, ratings, compare);
  }

  *#mediaType(pair: Pair, direction: Direction): Findings {
    yield* this.#schema(pair, direction);
    yield* documentationChanges(pair, (key) => key === 'schema');
  }
}

/** Replies by status, or media types by name: one that became another, those that both have, and those of one alone. */
function* byKey(
  noun: string,
  { base, head, path }: Sides,
  ratings: {
    added: (key: string) => Rating;
    removed: (key: string) => Rating;
    exchanged: (from: string, to: string) => Rating;
  },
  compare: (pair: Pair) => Findings,
): Findings {
  const { pairs, alone } = matchParts(
    path,
    base?.children,
    head?.children,
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

function* requiredChange(pair: Pair, became: string): Findings {
  const sides = pair.at('required');
  const rating = both('minor', 'More requests are valid; existing clients keep working.');
  if (sides.is === true && sides.was !== true) yield sides.find(became, REQUIRED);
  if (sides.was === true && sides.is !== true)
    yield* new Sides(sides.base, undefined, pair.path).valueChange('required', rating);
}

/** Whether a header announces a deprecation. The build adds it to the responses of what is deprecated. */
function isAnnouncement(name: string, header: unknown): boolean {
  const target = getIn(header, '$ref');
  return /^(?:deprecation|sunset)$/i.test(name) || /SuccessorLink$/.test(String(target));
}

/** Whether two parameters differ in their name, or in their place, and in nothing else. */
function isRenamed(base: Part, head: Part): boolean {
  const isText = (key: string) => /^(?:description|example|examples)$/.test(key);
  return (
    [...documentationChanges(new Sides(base, head), isText)].length === 1 &&
    ![base, head].some((part) => part.get('in') === 'path')
  );
}

/** The place and the name of a parameter; of one in the path, its position. */
function identityOf(parameter: unknown, path: string): string {
  const [place, name] = [getIn(parameter, 'in'), nameOf(parameter)];
  const template = [...path.matchAll(/\{([^}]*)\}/g)].map(([, own = '']) => own);
  return `${place} ${place === 'path' ? template.indexOf(name) : name}`;
}

function titleOf(parameter: unknown): string {
  return `\`${nameOf(parameter)}\` ${getIn(parameter, 'in')} parameter`;
}

function nameOf(parameter: unknown): string {
  return String(getIn(parameter, 'name'));
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}

/** Whether the values are one text each. */
function isText(schema: unknown): boolean {
  return /^(?:integer|number|boolean|string)$/.test(String(getIn(schema, 'type')));
}

const LIMITS = /^(?:minLength|maxLength|pattern|format|enum|const|not|allOf|anyOf|oneOf|\$ref)$/;

/** Whether the texts of all numbers, or of both booleans, are valid. */
function acceptsTexts(was: unknown, is: unknown): boolean {
  if (!isObject(is) || is.type !== 'string' || getIn(was, 'type') === 'string') return false;
  const limits = Object.keys(is).filter((keyword) => LIMITS.test(keyword));
  if (limits.length === 0) return true;
  const { enum: values } = is;
  return (
    getIn(was, 'type') === 'boolean' &&
    limits.join() === 'enum' &&
    Array.isArray(values) &&
    ['true', 'false'].every((text) => values.includes(text))
  );
}
