// Walk over the parameters, the body and the replies of two operations.
import { getIn, isObject } from '@animal-store/openapi-tools';
import type { Direction } from '../change.js';
import { documentationChanges } from './documentation.js';
import {
  added,
  behaviour,
  below,
  both,
  dispensable,
  entriesIn,
  exchangesIn,
  type Findings,
  finding,
  inside,
  isPair,
  type Pair,
  type Part,
  type Sides,
  sourceOnly,
  valueChange,
  valuesAt,
  type WalkContext,
} from './finding.js';
import { combine, rateRelation } from './relations.js';
import { follow, SchemaWalk } from './schema-walk.js';

const REFUSED = both('major', 'A request with it is rejected.');
const REQUIRED = both('major', 'A request without it is rejected.');
const SERIALIZED = 'Clients must serialize its value in another way.';
const OTHER_RESPONSE = 'A client that expects it gets another response.';
const NO_FORMAT = 'A client that uses that format no longer works.';
const IS_RATED =
  /^(?:name|in|required|schema|style|explode|allowReserved|allowEmptyValue|deprecated|x-deprecated-.*)$/;

export class MessageWalk {
  readonly #schemas: Record<Direction, SchemaWalk>;

  constructor(private readonly context: WalkContext) {
    this.#schemas = {
      request: new SchemaWalk(context, 'request'),
      response: new SchemaWalk(context, 'response'),
    };
  }

  /** @param was, is the paths of the operations. */
  *changes(pair: Pair, was: string, is: string): Findings {
    yield* this.#parameters(pair, was, is);
    yield* this.#body(this.#follow(inside(pair, 'requestBody')));
    yield* below(['responses'], this.#responses(inside(pair, 'responses')));
  }

  #follow({ base, head }: Sides): Sides {
    const { documents } = this.context;
    return {
      base: base && follow(documents.base, base),
      head: head && follow(documents.head, head),
    };
  }

  *#parameters({ base, head }: Pair, was: string, is: string): Findings {
    const before = this.#parametersOf({ base }, was);
    const after = this.#parametersOf({ head }, is);
    for (const [key, one] of before) {
      const other = after.get(key);
      if (other === undefined) continue;
      yield* this.#parameter({ base: one, head: other });
      before.delete(key);
      after.delete(key);
    }
    for (const [key, one] of before) {
      const [found, other] = [...after].find(([, part]) => isRenamed(one, part)) ?? [];
      if (found === undefined || other === undefined) continue;
      before.delete(key);
      after.delete(found);
      const [from, to] = [one, other].map((part) => getIn(part.value, 'in'));
      const text =
        from === to ? `was renamed to \`${nameOf(other)}\`.` : `is now a ${to} parameter.`;
      const rating = REFUSED;
      yield finding({ base: one, head: other }, `${titleOf(one)} ${text}`, rating, [nameOf(other)]);
    }
    for (const one of before.values()) {
      const isIgnored = getIn(one.value, 'in') === 'header';
      const rating = isIgnored
        ? dispensable('The service ignores it; the SDK has no type of it any more.')
        : REFUSED;
      const announced = this.context.announced(one.pointer);
      const text = `${titleOf(one)} was removed.`;
      yield finding({ base: one }, text, announced ?? rating, [nameOf(one)]);
    }
    for (const other of after.values()) {
      const isRequired = getIn(other.value, 'required') === true;
      const text = isRequired ? `Required ${titleOf(other)} was added.` : 'added.';
      const rating = isRequired ? REQUIRED : both('minor');
      yield finding({ head: other }, text, rating, [nameOf(other)]);
    }
  }

  /** By place and name; those in the path by their position. @param operation one side of it. */
  #parametersOf(operation: Sides, path: string): Map<string, Part> {
    const found = new Map<string, Part>();
    const template = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
    const list = getIn((operation.base ?? operation.head)?.value, 'parameters');
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const { base, head } = this.#follow(inside(operation, 'parameters', String(index)));
      const part = base ?? head;
      if (part === undefined) continue;
      const [place, name] = [String(getIn(part.value, 'in')), nameOf(part)];
      found.set(`${place} ${place === 'path' ? template.indexOf(name) : name}`, part);
    }
    return found;
  }

  *#parameter(pair: Pair): Findings {
    this.context.pairs.set(`${pair.base.pointer} ${pair.head.pointer}`, pair);
    yield* below([nameOf(pair.head)], this.#changesOfParameter(pair));
  }

  *#changesOfParameter(pair: Pair): Findings {
    const title = titleOf(pair.head);
    const named = sourceOnly('The URL stays the same; SDK users pass the parameter by its name.');
    for (const key of ['style', 'explode', 'allowReserved', 'allowEmptyValue'])
      yield* valueChange(inside(pair, key), key, behaviour('major', SERIALIZED), ` of ${title}`);
    yield* valueChange(inside(pair, 'name'), 'name', named);
    yield* requiredChange(pair, `${title} became required.`);
    yield* this.#parameterSchema(pair);
    yield* documentationChanges(pair, (key) => IS_RATED.test(key));
  }

  /** A parameter is a text, so that other schemas than those of JSON may accept the same. */
  *#parameterSchema(pair: Pair): Findings {
    const schemas = inside(pair, 'schema');
    const [was, is] = valuesAt(this.#follow(schemas));
    const isWidened =
      isPair(schemas) &&
      isText(was) &&
      (acceptsTexts(was, is) || this.#acceptsOne(pair, schemas, is));
    if (!isWidened) return yield* this.#schema(schemas, 'request');
    const text = `Type changed from '${getIn(was, 'type')}' to '${getIn(is, 'type')}'; the same texts are valid.`;
    const types = inside(schemas, 'type');
    const place = { base: types.base ?? schemas.base, head: types.head ?? schemas.head };
    const rating = { ...rateRelation('wider', 'request'), source: 'major' as const };
    yield finding(place, text, rating, ['schema'], 'wider');
  }

  /** Whether one value is a list of it: a parameter that is repeated for each item. */
  #acceptsOne(parameter: Pair, { base, head }: Pair, is: unknown): boolean {
    const items = getIn(is, 'items');
    const isRepeated =
      getIn(parameter.head.value, 'in') === 'query' &&
      getIn(parameter.head.value, 'explode') !== false &&
      Number(getIn(is, 'minItems') ?? 0) <= 1;
    if (getIn(is, 'type') !== 'array' || items === undefined || !isRepeated) return false;
    const one = { value: items, pointer: `${head.pointer}/items` };
    const inner = this.#schemas.request.compare(base, one);
    return ['same', 'wider'].includes(combine(inner.map(({ relation = 'same' }) => relation)));
  }

  *#schema(sides: Sides, direction: Direction): Findings {
    if (isPair(sides))
      return yield* below(['schema'], this.#schemas[direction].compare(sides.base, sides.head));
    if (sides.base === undefined && sides.head === undefined) return;
    const isHarmless = sides.base === undefined && direction === 'response';
    const why =
      sides.base === undefined
        ? 'A value that was not validated may be rejected.'
        : 'Clients may rely on it.';
    const rating = isHarmless ? both('minor') : both('major', why);
    yield finding(sides, `${added(sides)}.`, rating, ['schema']);
  }

  *#body(sides: Sides): Findings {
    const path = ['requestBody'];
    if (isPair(sides)) return yield* below(path, this.#changesOfBody(sides));
    const isRequired = getIn(sides.head?.value, 'required') === true;
    if (sides.base !== undefined) {
      const rating = REFUSED;
      yield finding(sides, 'Request body was removed.', rating, path);
    } else if (sides.head !== undefined)
      yield finding(sides, 'added.', isRequired ? REQUIRED : both('minor'), path);
  }

  *#changesOfBody(pair: Pair): Findings {
    yield* requiredChange(pair, 'Request body became required.');
    yield* this.#content(inside(pair, 'content'), 'request');
    yield* documentationChanges(pair, (key) => /^(?:required|content)$/.test(key));
  }

  *#responses(sides: Sides): Findings {
    const { common, lost, gained, exchange } = exchangesIn(sides);
    const gone = (status: string) =>
      isError(status) ? dispensable() : both('major', OTHER_RESPONSE);
    const unknown = both('major', 'A client may receive a success that it does not know.');
    if (exchange !== undefined) {
      const { from, to, place } = exchange;
      const rating = isError(to) ? gone(from) : both('major', OTHER_RESPONSE);
      yield finding(place, `Response \`${from}\` became \`${to}\`.`, rating, [to]);
    }
    for (const [status, pair] of common) yield* below([status], this.#response(this.#follow(pair)));
    for (const [status, one] of lost)
      yield finding(one, `Response \`${status}\` was removed.`, gone(status), [status]);
    for (const [status, one] of gained)
      yield finding(one, 'added.', isError(status) ? both('minor') : unknown, [status]);
  }

  *#response(sides: Sides): Findings {
    if (!isPair(sides)) return;
    for (const [name, header] of entriesIn(inside(sides, 'headers')).all)
      yield* below(['headers', name], this.#header(name, header));
    yield* this.#content(inside(sides, 'content'), 'response');
    yield* documentationChanges(sides, (key) => /^(?:headers|content)$/.test(key));
  }

  *#header(name: string, written: Sides): Findings {
    const sides = this.#follow(written);
    if (!isPair(sides)) {
      if (isAnnouncement(name, written.base ?? written.head)) return; // it follows from the deprecation, which is a change of its own
      if (sides.base === undefined) return yield finding(written, 'added.', both('minor'));
      const isDispensable = getIn(sides.base.value, 'required') !== true;
      const gone = both('major', 'A client that reads it does not receive it.');
      const text = `Response header \`${name}\` was removed.`;
      return yield finding(written, text, isDispensable ? dispensable() : gone);
    }
    const isRelied = getIn(sides.base.value, 'required') === true;
    const rating = isRelied
      ? both('major', 'A client that relies on the header may not receive it.')
      : both('minor', 'Clients can rely on the header.');
    yield* valueChange(inside(sides, 'required'), 'required', rating);
    yield* this.#schema(inside(sides, 'schema'), 'response');
    yield* documentationChanges(sides, (key) => /^(?:required|schema|deprecated)$/.test(key));
  }

  *#content(sides: Sides, direction: Direction): Findings {
    if (isPair(sides)) return yield* below(['content'], this.#mediaTypes(sides, direction));
    if (sides.base !== undefined)
      yield finding(sides, 'All media types were removed.', both('major', NO_FORMAT), ['content']);
    else if (sides.head !== undefined) yield finding(sides, 'added.', both('minor'), ['content']);
  }

  *#mediaTypes(sides: Pair, direction: Direction): Findings {
    const { common, lost, gained, exchange } = exchangesIn(sides);
    const gone = both('major', NO_FORMAT);
    if (exchange !== undefined) {
      const { from, to, place } = exchange;
      yield finding(place, `Media type \`${from}\` became \`${to}\`.`, gone, [to]);
    }
    for (const [type, one] of lost)
      yield finding(one, `Media type \`${type}\` was removed.`, gone, [type]);
    for (const [type, one] of gained) yield finding(one, 'added.', both('minor'), [type]);
    for (const [type, pair] of common) {
      yield* below([type], this.#schema(inside(pair, 'schema'), direction));
      yield* below(
        [type],
        documentationChanges(pair, (key) => key === 'schema'),
      );
    }
  }
}

function* requiredChange(pair: Pair, became: string): Findings {
  const sides = inside(pair, 'required');
  const [was, is] = valuesAt(sides).map((value) => value === true);
  if (is && !was) yield finding(sides, became, REQUIRED);
  const rating = both('minor', 'More requests are valid; existing clients keep working.');
  if (was && !is) yield* valueChange({ base: sides.base }, 'required', rating);
}

/** Whether a header announces a deprecation. The build adds it to the responses of what is deprecated. */
function isAnnouncement(name: string, header: Part | undefined): boolean {
  const target = getIn(header?.value, '$ref');
  return /^(?:deprecation|sunset)$/i.test(name) || /SuccessorLink$/.test(String(target));
}

/** Whether two parameters differ in their name, or in their place, and in nothing else. */
function isRenamed(base: Part, head: Part): boolean {
  const isText = (key: string) => /^(?:description|example|examples)$/.test(key);
  return (
    [...documentationChanges({ base, head }, isText)].length === 1 &&
    ![base, head].some(({ value }) => getIn(value, 'in') === 'path')
  );
}

function titleOf(parameter: Part): string {
  return `\`${nameOf(parameter)}\` ${getIn(parameter.value, 'in')} parameter`;
}

function nameOf({ value }: Part): string {
  return String(getIn(value, 'name'));
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
