// Changes of vendor extensions, of which OpenAPI says nothing: quotas, bans, limits, stability, safe repetition.
import {
  entriesOf,
  followReference,
  formatPointer,
  getIn,
  type JsonObject,
} from '@animal-store/openapi-tools';
import { atMost, type Change, type Level } from './change.js';
import { describeValueChange } from './describe-change.js';
import { operationsOf } from './operations.js';

/** Limits of the whole service, whether a higher number is better for clients, and what a worse one means. */
const SERVICE_LIMITS: [keys: string[], isHigherBetter: boolean, why: string][] = [
  [['x-rate-limit-ban', 'refusalsPerMinute'], true, 'Keys are banned after fewer refusals.'],
  [['x-rate-limit-ban', 'seconds'], false, 'Keys are banned for longer.'],
  [['x-rate-limit-ban', 'maxSeconds'], false, 'Keys are banned for longer.'],
  [['x-max-body-bytes'], true, 'Bodies that were accepted get 413.'],
  [
    ['x-idempotency', 'retentionSeconds'],
    true,
    'A request that is repeated late is executed twice.',
  ],
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'];

const RELAXED = 'Limits are relaxed.';

export function extensionChanges(base: JsonObject, head: JsonObject): Change[] {
  return [
    ...planChanges(base, head),
    ...SERVICE_LIMITS.flatMap(([keys, isHigherBetter, why]) => {
      const [before, after] = [getIn(base, ...keys), getIn(head, ...keys)];
      if (before === after) return [];
      const better = isMore(after, before) === isHigherBetter;
      return change(base, head, keys, better ? 'minor' : 'major', better ? RELAXED : why);
    }),
    ...operationChanges(base, head),
  ];
}

/** Whether changes of the value at this path, outside of operations, are rated here. */
export function isRatedExtension([first, second, third]: readonly string[]): boolean {
  if (first === PLANS) return third === undefined || WINDOWS.includes(third);
  return SERVICE_LIMITS.some(
    ([[name, part]]) => name === first && (second === undefined || second === part),
  );
}

function planChanges(base: JsonObject, head: JsonObject): Change[] {
  const names = new Set(
    [...entriesOf(base[PLANS]), ...entriesOf(head[PLANS])].map(([name]) => name),
  );
  return [...names].flatMap((name) => {
    const [before, after] = [getIn(base, PLANS, name), getIn(head, PLANS, name)];
    if (after === undefined)
      return change(base, head, [PLANS, name], 'major', 'Keys on that plan have no quota.');
    if (before === undefined)
      return change(base, head, [PLANS, name], 'minor', 'No existing key is on that plan.');
    if (before === 'custom' || after === 'custom') {
      const why = 'The quota of keys on that plan is no longer the published one.';
      return before === after ? [] : change(base, head, [PLANS, name], 'major', why);
    }
    return WINDOWS.flatMap((window) => {
      const keys = [PLANS, name, window];
      const [was, is] = [getIn(base, ...keys), getIn(head, ...keys)];
      if (was === is) return [];
      return isMore(is, was)
        ? change(base, head, keys, 'minor', RELAXED)
        : change(base, head, keys, 'major', 'A client within its current quota gets 429.');
    });
  });
}

const STABILITY = 'x-stability';
/** In ascending order of guarantees. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

function operationChanges(base: JsonObject, head: JsonObject): Change[] {
  const heads = operationsOf(head);
  return operationsOf(base).flatMap((before): Change[] => {
    const after = heads.find((operation) => operation.pointer === before.pointer);
    if (after === undefined) return [];
    const { id, pointer } = before;
    const repeated: Change = {
      wire: 'major',
      source: 'none',
      message: `${id}: requests are no longer repeated safely by \`Idempotency-Key\`.`,
      why: 'A request that is repeated is executed twice.',
      side: 'head',
      pointer,
    };
    const isRepeated = hasIdempotencyKey(before.node, base) && !hasIdempotencyKey(after.node, head);
    const [was, is] = [before, after].map(({ node }) => node[STABILITY]);
    const isLess = rankOf(is) < rankOf(was);
    const stability: Change = {
      wire: isLess ? 'major' : 'minor',
      source: 'patch',
      message: `${id}: ${describeValueChange(STABILITY, was, is)}`,
      why: `Its clients ${isLess ? 'lose' : 'gain'} stability guarantees.`,
      side: is === undefined ? 'base' : 'head',
      pointer: `${pointer}/${STABILITY}`,
    };
    return [...(isRepeated ? [repeated] : []), ...(was === is ? [] : [stability])];
  });
}

function hasIdempotencyKey(operation: JsonObject, document: JsonObject): boolean {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  return parameters.some((parameter) => {
    const node = followReference(document, parameter);
    const name = String(getIn(node, 'name')).toLowerCase();
    return getIn(node, 'in') === 'header' && name === 'idempotency-key';
  });
}

function rankOf(marker: unknown): number {
  return STABILITIES.indexOf(String(marker ?? 'stable'));
}

function change(
  base: JsonObject,
  head: JsonObject,
  keys: string[],
  level: Level,
  why: string,
): Change[] {
  const [was, is] = [getIn(base, ...keys), getIn(head, ...keys)];
  const side = is === undefined ? 'base' : 'head';
  return [
    {
      wire: level,
      source: atMost('patch', level),
      message: describeValueChange(keys.join('.'), was, is),
      why,
      side,
      pointer: formatPointer(...keys),
    },
  ];
}

/** A missing number counts as lower than any number. */
function isMore(one: unknown, other: unknown): boolean {
  return Number(one ?? Number.NEGATIVE_INFINITY) > Number(other ?? Number.NEGATIVE_INFINITY);
}
