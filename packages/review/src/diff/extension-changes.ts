// Changes of vendor extensions, of which OpenAPI says nothing: quotas, bans, limits, stability, safe repetition.
import {
  followReference,
  formatPointer,
  getIn,
  type JsonObject,
  listOf,
  METHODS_WITH_KEY,
} from '@animal-store/openapi-tools';
import type { Change, Documents, Level } from './change.js';
import { changeAt } from './describe-change.js';
import { type Operation, operationPairs } from './operations.js';
import { behaviour, both, dispensable, wireOnly } from './ratings.js';

/** Limits of the whole service, whether a higher number is better for clients, and what a worse one means. */
const SERVICE_LIMITS: [path: string, isHigherBetter: boolean, why: string][] = [
  ['x-rate-limit-ban.refusalsPerMinute', true, 'Keys are banned after fewer refusals.'],
  ['x-rate-limit-ban.seconds', false, 'Keys are banned for longer.'],
  ['x-rate-limit-ban.maxSeconds', false, 'Keys are banned for longer.'],
  ['x-max-body-bytes', true, 'Bodies that were accepted get 413.'],
  ['x-idempotency.retentionSeconds', true, 'A request that is repeated late is executed twice.'],
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'];
const LESS = 'A client within its current quota gets 429.';

export function extensionChanges(documents: Documents): Change[] {
  return [
    ...planChanges(documents),
    ...SERVICE_LIMITS.flatMap(([path, isHigherBetter, why]) =>
      limitChange(documents, path.split('.'), isHigherBetter, why),
    ),
    ...operationPairs(documents).flatMap(([before, after]) => [
      ...repetitionChanges(documents, before, after),
      ...stabilityChanges(before, after),
    ]),
  ];
}

function limitChange(documents: Documents, path: string[], isHigherBetter: boolean, why: string) {
  return changeAt(documents, path, (was, is) =>
    isMore(is, was) === isHigherBetter
      ? behaviour('minor', 'Limits are relaxed.')
      : behaviour('major', why),
  );
}

function planChanges(documents: Documents): Change[] {
  const { base, head } = documents;
  const names = new Set([base, head].flatMap((one) => Object.keys(Object(one[PLANS]))));
  return [...names].flatMap((name) => {
    const [before, after] = [getIn(base, PLANS, name), getIn(head, PLANS, name)];
    const changed = (level: Level, why: string) =>
      changeAt(documents, [PLANS, name], () => behaviour(level, why));
    if (after === undefined) return changed('major', 'Keys on that plan have no quota.');
    if (before === undefined) return changed('minor', 'No existing key is on that plan.');
    if (before === 'custom' || after === 'custom')
      return changed('major', 'The quota of keys on that plan is no longer the published one.');
    return WINDOWS.flatMap((window) => limitChange(documents, [PLANS, name, window], true, LESS));
  });
}

const STABILITY = 'x-stability';
/** In ascending order of guarantees. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

function stabilityChanges(before: Operation, after: Operation): Change[] {
  const changes = changeAt({ base: before.node, head: after.node }, [STABILITY], (was, is) =>
    rankOf(is) < rankOf(was)
      ? behaviour('major', 'Its clients lose stability guarantees.')
      : behaviour('minor', 'Its clients gain stability guarantees.'),
  );
  return changes.map((change) => ({
    ...change,
    message: `${before.id}: ${change.message}`,
    pointer: `${(change.side === 'base' ? before : after).pointer}/${STABILITY}`,
  }));
}

function repetitionChanges(
  { base, head }: Documents,
  before: Operation,
  after: Operation,
): Change[] {
  if (!METHODS_WITH_KEY.includes(before.method)) return []; // others can be repeated without one
  if (!hasIdempotencyKey(before.node, base) || hasIdempotencyKey(after.node, head)) return [];
  const rating = wireOnly('major', 'A request that is repeated is executed twice.');
  const message = `${before.id}: requests are no longer repeated safely by \`Idempotency-Key\`.`;
  return [{ ...rating, message, side: 'head', pointer: after.pointer }];
}

function hasIdempotencyKey(operation: JsonObject, document: JsonObject): boolean {
  return listOf(operation.parameters).some((parameter) => {
    const node = followReference(document, parameter);
    const name = String(getIn(node, 'name')).toLowerCase();
    return getIn(node, 'in') === 'header' && name === 'idempotency-key';
  });
}

function rankOf(marker: unknown): number {
  return STABILITIES.indexOf(String(marker ?? 'stable'));
}

/** A missing number counts as lower than any number. */
function isMore(one: unknown, other: unknown): boolean {
  return Number(one ?? Number.NEGATIVE_INFINITY) > Number(other ?? Number.NEGATIVE_INFINITY);
}

const SCHEMAS = { ErrorCode: 'error code', ErrorDetailCode: 'error detail code' };

/** JSON Pointers of the enums of these codes. */
export const CODE_ENUMS = Object.keys(SCHEMAS).map((schema) => formatPointer(...enumPath(schema)));

const ADDED = both('minor', 'The contract allows new codes within a major version.');
const REMOVED = dispensable(
  'No client receives it; code that compares with it no longer compiles.',
);

/** Responses without a code are valid as before, and the contract announces that codes may be added. */
export function errorCodeChanges({ base, head }: Documents): Change[] {
  return Object.entries(SCHEMAS).flatMap(([schema, noun]) => {
    const path = enumPath(schema);
    const [before, after] = [getIn(base, ...path), getIn(head, ...path)].map(listOf);
    if (before === undefined || after === undefined || before.length === 0) return []; // the schema itself is new
    const changeOf = (code: unknown): Change => {
      const isAdded = after.includes(code);
      const index = (isAdded ? after : before).indexOf(code);
      return {
        ...(isAdded ? ADDED : REMOVED),
        message: `The ${noun} \`${code}\` was ${isAdded ? 'added' : 'removed'}.`,
        side: isAdded ? 'head' : 'base',
        pointer: formatPointer(...path, String(index)),
      };
    };
    const removed = before.filter((code) => !after.includes(code));
    return [...removed, ...after.filter((code) => !before.includes(code))].map(changeOf);
  });
}

function enumPath(schema: string): string[] {
  return ['components', 'schemas', schema, 'enum'];
}
