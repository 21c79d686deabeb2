// Changes of vendor extensions, of which OpenAPI says nothing: quotas, bans, limits, stability, safe repetition.
import {
  entriesOf,
  followReference,
  formatPointer,
  getIn,
  isMethod,
  type JsonObject,
} from '@animal-store/openapi-tools';
import { atMost, type Change, type Level, type Rating } from './change.js';
import { describeValueChange } from './describe-change.js';
import { type Operation, operationsOf } from './operations.js';

/** Limits of the whole service, and whether a higher number is better for clients. */
const SERVICE_LIMITS: { keys: string[]; isHigherBetter: boolean; why: string }[] = [
  {
    keys: ['x-rate-limit-ban', 'refusalsPerMinute'],
    isHigherBetter: true,
    why: 'Keys are banned after fewer refusals.',
  },
  {
    keys: ['x-rate-limit-ban', 'seconds'],
    isHigherBetter: false,
    why: 'Keys are banned for longer.',
  },
  {
    keys: ['x-rate-limit-ban', 'maxSeconds'],
    isHigherBetter: false,
    why: 'Keys are banned for longer.',
  },
  { keys: ['x-max-body-bytes'], isHigherBetter: true, why: 'Bodies that were accepted get 413.' },
  {
    keys: ['x-idempotency', 'retentionSeconds'],
    isHigherBetter: true,
    why: 'A request that is repeated late is executed twice.',
  },
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'];

const RELAXED = 'Limits are relaxed.';

export function extensionChanges(base: JsonObject, head: JsonObject): Change[] {
  return [
    ...planChanges(base, head),
    ...SERVICE_LIMITS.flatMap(({ keys, isHigherBetter, why }) => {
      const [before, after] = [getIn(base, ...keys), getIn(head, ...keys)];
      if (before === after) return [];
      const better = isMore(after, before) === isHigherBetter;
      return change(base, head, keys, better ? 'minor' : 'major', better ? RELAXED : why);
    }),
    ...operationChanges(base, head),
  ];
}

/** Whether changes of the value at this path are rated here. */
export function isRatedExtension(keys: string[]): boolean {
  const [first, second, third, fourth = ''] = keys;
  if (first === PLANS) return third === undefined || WINDOWS.includes(third);
  if (first === 'paths')
    return keys.length === 4 && isMethod(third ?? '') && fourth in OPERATION_EXTENSIONS;
  return SERVICE_LIMITS.some(
    ({ keys: [name, part] }) => name === first && (second === undefined || second === part),
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

/** In ascending order of guarantees. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

/** Extensions of an operation, each with the rating of a change from `was` to `is`. */
const OPERATION_EXTENSIONS: Record<string, (was: unknown, is: unknown) => Rating> = {
  'x-stability': (was, is) => {
    return rankOf(is) < rankOf(was)
      ? { wire: 'major', source: 'patch', why: 'Its clients lose stability guarantees.' }
      : { wire: 'minor', source: 'patch', why: 'Its clients gain stability guarantees.' };
  },
};

function operationChanges(base: JsonObject, head: JsonObject): Change[] {
  const heads = operationsOf(head);
  return operationsOf(base).flatMap((before) => {
    const after = heads.find((operation) => operation.pointer === before.pointer);
    if (after === undefined) return [];
    const isRepeatable = [before, after].map(({ node }, index) =>
      hasIdempotencyKey(node, index === 0 ? base : head),
    );
    const repeated: Change[] =
      isRepeatable[0] === true && isRepeatable[1] === false
        ? [
            {
              wire: 'major',
              source: 'none',
              message: `${before.id}: requests are no longer repeated safely by \`Idempotency-Key\`.`,
              why: 'A request that is repeated is executed twice.',
              side: 'head',
              pointer: after.pointer,
            },
          ]
        : [];
    return repeated.concat(ratedExtensions(before, after));
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

function ratedExtensions(before: Operation, after: Operation): Change[] {
  return Object.entries(OPERATION_EXTENSIONS).flatMap(([key, rate]): Change[] => {
    const [was, is] = [before.node[key], after.node[key]];
    if (was === is) return [];
    return [
      {
        ...rate(was, is),
        message: `${before.id}: ${describeValueChange(key, was, is)}`,
        side: is === undefined ? 'base' : 'head',
        pointer: `${before.pointer}/${key}`,
      },
    ];
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
