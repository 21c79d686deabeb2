// Documentation: parts of a contract that no client depends on.
import { getIn, isObject, type JsonObject } from '@animal-store/spec';
import type {
  Body,
  Carrier,
  Contract,
  Notes,
  Operation,
  Reply,
  Server,
} from '@animal-store/spec/model';
import { toJsonSchema } from '@animal-store/spec/outputs';
import { describeRewording, describeValueChange } from '../describe-change.js';
import { ANY, inline } from '../normalize/keywords.js';
import { documentation } from '../ratings.js';
import type { Findings, Sides } from './sides.js';

/** Keys whose values are compared as a whole. */
const WHOLE = /^(?:\$comment|title|summary|description|example|examples|default|value)$/;

/** The changes of what is documented at a place of both contracts. @param read what is, by its keys in the contract. */
export function* documentationChanges<T>(pair: Sides<T>, read: (value: T) => JsonObject): Findings {
  const sides = pair.at(read);
  for (const key of keysOf(sides)) yield* changesAt(key, sides);
}

function* changesAt(key: string, outer: Sides<unknown>): Findings {
  const sides = outer.at((value) => getIn(value, key), key);
  const { was, is } = sides;
  if (sides.isSame) return;
  if (WHOLE.test(key) || (!isNested(was) && !isNested(is))) {
    const isReworded = WHOLE.test(key) && sides.isPair();
    const text = isReworded ? describeRewording(key, was, is) : describeValueChange(key, was, is);
    yield sides.find(text, documentation());
  } else if (sides.isPair()) {
    const below = sides.called(...outer.path, key);
    for (const inner of keysOf(sides)) yield* changesAt(inner, below);
  } else yield sides.called(...outer.path, key).find(`${sides.change}.`, documentation());
}

function keysOf({ was, is }: Sides<unknown>): string[] {
  return [...new Set([was, is].flatMap((value) => Object.keys(Object(value))))];
}

/** Whether the value is an object, or a list of objects. */
function isNested(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject));
}

export function ofContract({ openapi, info, tags, extensions }: Contract): JsonObject {
  const { extensions: more, version: _, ...texts } = info;
  const named = tags.map(({ extensions: others, ...tag }) => ({ ...tag, ...others }));
  return {
    openapi,
    info: { ...texts, ...more },
    ...(named.length > 0 && { tags: named }),
    ...extensions,
  };
}

export function ofOperation({ tags, summary, description, ...operation }: Operation): JsonObject {
  return {
    ...(tags.length > 0 && { tags }),
    summary,
    description,
    ...(!operation.isTryable && { 'x-hideTryItPanel': true }),
    ...operation.extensions,
  };
}

/** Of a server, a body or a reply. */
export function ofDescribed({ description, extensions }: Server | Body | Reply): JsonObject {
  return { description, ...extensions };
}

/** Of a parameter, a header or a media type. */
export function ofCarrier({ description, examples, extensions }: Carrier): JsonObject {
  const named = examples.flatMap(({ name, component, value, extensions: texts }) => {
    const reference = component && { $ref: `#/components/examples/${component}` };
    return name === undefined ? [] : [[name, reference ?? { ...texts, value }] as const];
  });
  return {
    description,
    example: examples.find(({ name }) => name === undefined)?.value,
    ...(named.length > 0 && { examples: Object.fromEntries(named) }),
    ...extensions,
  };
}

/** Of a schema. */
export function ofNotes(notes: Notes): JsonObject {
  const { default: _, ...texts } = notes;
  const silent = { isReadOnly: false, isWriteOnly: false, deprecation: undefined };
  return Object(toJsonSchema(inline({ ...ANY, notes: { ...texts, ...silent } })));
}
