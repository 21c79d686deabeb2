// Changes that `redocly diff` finds between two normalized contracts, each with a message, a rating and a position.
import { isDeepStrictEqual } from 'node:util';
import {
  entriesOf,
  formatPointer,
  getIn,
  isMethod,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { affectedPointers } from './affected-pointers.js';
import { type Change, type Documents, highest, type Rating } from './change.js';
import { describeValueChange, formatLocation } from './describe-change.js';
import { CODE_ENUMS } from './error-code-changes.js';
import { isRatedExtension } from './extension-changes.js';
import { isLifeCycleKey } from './life-cycle.js';
import { operationsUsing } from './operations.js';
import { rateChange } from './rating/rate-change.js';
import { isSamePattern } from './rating/same-pattern.js';
import type { RedoclyChange } from './redocly-diff.js';

/** The rating of a removal that was announced; undefined if it was not. */
export type RateRemoval = (pointer: string) => Rating | undefined;

export function redoclyChanges(
  changes: RedoclyChange[],
  documents: Documents,
  rateRemoval: RateRemoval,
): Change[] {
  return mergeSame(
    changes
      .filter((change) => !isRatedElsewhere(change) && !isKeptBesideReference(change, documents))
      .map((change) => toChange(change, documents, rateRemoval)),
  );
}

function toChange(change: RedoclyChange, documents: Documents, rateRemoval: RateRemoval): Change {
  const side = change.head === undefined ? 'base' : 'head';
  const location = formatLocation(change.path, documents[side]);
  const target = {
    side,
    pointer: (change.head ?? change.base)?.pointer ?? change.path,
    affectedPointers: affectedPointers(change, documents),
  } satisfies Partial<Change>;
  const removed = removedSchema(change);
  if (removed !== undefined && isUsed(change, documents)) {
    const renamed = newNameOf(removed, documents);
    const now = renamed === undefined ? '' : ` It is called \`${renamed}\` now.`;
    return {
      ...(rateWithOperations(change, documents, rateRemoval) ?? {
        wire: 'none',
        source: 'major',
        why: 'The SDK exports a type of that name; imports of it no longer compile.',
      }),
      message: `${location}: the schema \`${removed}\` no longer exists.${now}`,
      ...target,
    };
  }
  const announced =
    change.kind === 'removed' ? rateRemoval(change.base?.pointer ?? change.path) : undefined;
  return {
    ...(announced ?? rateChange(change, documents)),
    message: `${location}: ${messageOf(change)}`,
    ...target,
  };
}

function messageOf(change: RedoclyChange): string {
  if (change.property === 'pattern' && isSamePattern(change.base?.value, change.head?.value))
    return '`pattern` was rewritten; it matches the same texts.';
  const texts = change.verdicts.map(({ rule, message }) =>
    rule === 'schema-type-changed' ? correctVerb(message, change) : message,
  );
  return texts.length > 0 ? [...new Set(texts)].join(' ') : describe(change);
}

function isUsed(change: RedoclyChange, { base }: Documents): boolean {
  return operationsUsing(base, change.base?.pointer ?? change.path).length > 0;
}

/** The name of a schema that was removed or renamed. */
function removedSchema({ path, kind, property, base }: RedoclyChange): string | undefined {
  const [root, group, name, ...rest] = parsePointer(base?.pointer ?? path);
  if (root !== 'components' || group !== 'schemas' || rest.length > 0) return undefined;
  return kind === 'removed' || property === 'key' ? name : undefined;
}

/** The rating of the removal of a schema whose operations were all removed on or after their sunsets. */
function rateWithOperations(
  change: RedoclyChange,
  { base, head }: Documents,
  rateRemoval: RateRemoval,
): Rating | undefined {
  const users = operationsUsing(base, change.base?.pointer ?? change.path);
  const isOutlived = users.every(
    ({ pointer }) =>
      resolvePointer(head, pointer) === undefined && rateRemoval(pointer)?.source === 'minor',
  );
  return isOutlived
    ? {
        wire: 'none',
        source: 'minor',
        why: 'The sunset of each operation that used it has passed.',
      }
    : undefined;
}

/** The name of a new schema that is equal to the removed one. */
function newNameOf(removed: string, { base, head }: Documents): string | undefined {
  const [before, after] = [base, head].map((document) => getIn(document, 'components', 'schemas'));
  const schema = getIn(before, removed);
  return entriesOf(after).find(
    ([name, other]) => getIn(before, name) === undefined && isDeepStrictEqual(other, schema),
  )?.[0];
}

/** Changes that the other modules rate, and the version itself. */
function isRatedElsewhere({ path, property, base, head }: RedoclyChange): boolean {
  const keys = [...parsePointer(path), property ?? ''].filter((key) => key !== '');
  const [first, second, third = '', fourth] = keys;
  if (first === 'info' && second === 'version') return true;
  if (first === 'security') return true;
  if (first === 'paths' && isMethod(third) && fourth === 'security') return true;
  if (CODE_ENUMS.includes((head ?? base)?.pointer ?? '')) return true;
  return isRatedExtension(keys) || isLifeCycleKey(keys);
}

/** Redocly follows a reference without the texts beside it, so it takes them for removed, or for added. */
function isKeptBesideReference(
  { property = '', base, head }: RedoclyChange,
  documents: Documents,
): boolean {
  const [was, is] = [base?.value, head?.value];
  if (!isText(property) || (was === undefined) === (is === undefined)) return false;
  const [found, other] = was === undefined ? [head, documents.base] : [base, documents.head];
  if (found === undefined) return false;
  const beside = resolvePointer(other, formatPointer(...parsePointer(found.pointer).slice(0, -1)));
  return getIn(beside, '$ref') !== undefined && getIn(beside, property) === found.value;
}

function isText(property: string): boolean {
  return /^(?:description|summary|title)$/.test(property);
}

/** One change for those that say the same of the same place. A part that `allOf` shares is reported at each use. */
function mergeSame(changes: Change[]): Change[] {
  const merged = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify([change.side, change.pointer, change.message]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? change : mergeRatings(known, change));
  }
  return [...merged.values()];
}

function mergeRatings(one: Change, other: Change): Change {
  return {
    ...one,
    wire: highest([one.wire, other.wire]),
    source: highest([one.source, other.source]),
    brokenDirection:
      one.brokenDirection === other.brokenDirection ? one.brokenDirection : undefined,
    affectedPointers: [...(one.affectedPointers ?? []), ...(other.affectedPointers ?? [])],
  };
}

function describe({ property, kind, base, head }: RedoclyChange): string {
  if (property === 'key') return `renamed from ${base?.value} to ${head?.value}.`;
  if (property === undefined) return `${kind}.`;
  if (isText(property) && base?.value !== undefined && head?.value !== undefined)
    return `\`${property}\` was reworded.`;
  return describeValueChange(property, base?.value, head?.value);
}

/** Redocly says "widened" for every type change in a response and "narrowed" for every one in a request, whatever the types. */
function correctVerb(message: string, { base, head }: RedoclyChange): string {
  const [before, after] = [typesOf(base?.value), typesOf(head?.value)];
  const verb = isSubset(before, after)
    ? 'widened'
    : isSubset(after, before)
      ? 'narrowed'
      : 'changed';
  return message.replace(/ (?:narrowed|widened) from '/, ` ${verb} from '`);
}

/** A schema without a type allows any type. */
function typesOf(value: unknown): unknown[] | 'any' {
  return value === undefined ? 'any' : [value].flat();
}

function isSubset(inner: unknown[] | 'any', outer: unknown[] | 'any'): boolean {
  if (outer === 'any') return true;
  if (inner === 'any') return false;
  return inner.every(
    (type) => outer.includes(type) || (type === 'integer' && outer.includes('number')),
  );
}
