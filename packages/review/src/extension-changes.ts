// Owns the rating of the vendor extensions, which `redocly diff` knows nothing of: quotas, bans, limits, stability, sunsets.

import { at, type JsonObject, members, pointer } from '../../contract/generator/json.js';
import type { Change, Level } from './change.js';
import { METHODS, operationsOf } from './operations.js';
import { tell } from './wording.js';

/** Numbers that hold for the whole service, and whether a client does better with more of it. */
const NUMBERS: { keys: string[]; moreIsBetter: boolean; why: string }[] = [
  {
    keys: ['x-rate-limit-ban', 'refusalsPerMinute'],
    moreIsBetter: true,
    why: 'Keys are banned after fewer refusals.',
  },
  { keys: ['x-rate-limit-ban', 'seconds'], moreIsBetter: false, why: 'Keys are banned longer.' },
  { keys: ['x-rate-limit-ban', 'maxSeconds'], moreIsBetter: false, why: 'Keys are banned longer.' },
  { keys: ['x-max-body-bytes'], moreIsBetter: true, why: 'Bodies that were taken get 413.' },
  {
    keys: ['x-idempotency', 'retentionSeconds'],
    moreIsBetter: true,
    why: 'A request that is sent again late is carried out twice.',
  },
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'];

const EASIER = 'Clients are held to less.';

export function extensionChanges(base: JsonObject, head: JsonObject): Change[] {
  return [
    ...planChanges(base, head),
    ...NUMBERS.flatMap(({ keys, moreIsBetter, why }) => {
      const [before, after] = [at(base, ...keys), at(head, ...keys)];
      if (before === after) return [];
      const better = isMore(after, before) === moreIsBetter;
      return change(base, head, keys, better ? 'minor' : 'major', better ? EASIER : why);
    }),
    ...operationChanges(base, head),
  ];
}

/** Whether a change of what stands at the end of these keys is rated here. */
export function isRatedExtension(keys: string[]): boolean {
  const [first, second, third, fourth = ''] = keys;
  if (first === PLANS) return third === undefined || WINDOWS.includes(third);
  if (first === 'paths')
    return keys.length === 4 && METHODS.includes(third ?? '') && fourth in OF_AN_OPERATION;
  return NUMBERS.some(
    ({ keys: [name, part] }) => name === first && (second === undefined || second === part),
  );
}

function planChanges(base: JsonObject, head: JsonObject): Change[] {
  const names = new Set([...members(base[PLANS]), ...members(head[PLANS])].map(([name]) => name));
  return [...names].flatMap((name) => {
    const [before, after] = [at(base, PLANS, name), at(head, PLANS, name)];
    if (after === undefined)
      return change(base, head, [PLANS, name], 'major', 'Keys of that plan have no quota.');
    if (before === undefined)
      return change(base, head, [PLANS, name], 'minor', 'No key that exists is on it.');
    if (before === 'custom' || after === 'custom') {
      const why = 'What keys of that plan were promised is gone.';
      return before === after ? [] : change(base, head, [PLANS, name], 'major', why);
    }
    return WINDOWS.flatMap((window) => {
      const keys = [PLANS, name, window];
      const [was, is] = [at(base, ...keys), at(head, ...keys)];
      if (was === is) return [];
      return isMore(is, was)
        ? change(base, head, keys, 'minor', EASIER)
        : change(base, head, keys, 'major', 'A client within its quota today gets 429.');
    });
  });
}

interface Rating {
  level: Level;
  why: string;
}

/** From the least that is promised to the most. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

/** What an operation may have, and how a change of it is rated, given that there is one. */
const OF_AN_OPERATION: Record<
  string,
  (was: unknown, is: unknown, operation: JsonObject) => Rating
> = {
  'x-stability': (was, is) => {
    const less = rankOf(is) < rankOf(was);
    return less
      ? { level: 'major', why: 'Its clients were promised more.' }
      : { level: 'minor', why: 'Its clients are promised more.' };
  },
  'x-deprecated-since': () => ({ level: 'patch', why: 'It only says since when.' }),
  'x-deprecated-sunset': (was, is, { deprecated }) => {
    if (was === undefined)
      return {
        level: 'minor',
        why: 'Clients are told from when it may be gone; until then it works.',
      };
    if (is === undefined && deprecated !== true)
      return { level: 'minor', why: 'It stays: nobody has to move.' };
    return is === undefined || String(is) < String(was)
      ? { level: 'major', why: 'Clients were promised until then to move.' }
      : { level: 'minor', why: 'Clients have longer to move than they were promised.' };
  },
  'x-deprecated-successor': (was, is) => {
    const now =
      was === undefined
        ? 'Clients are told what to use instead'
        : is === undefined
          ? 'Clients are no longer told what to use instead'
          : 'Clients are sent elsewhere';
    return { level: 'minor', why: `${now}; what they do goes on working.` };
  },
};

function operationChanges(base: JsonObject, head: JsonObject): Change[] {
  const heads = operationsOf(head);
  return operationsOf(base).flatMap((before) => {
    const after = heads.find((operation) => operation.pointer === before.pointer);
    if (after === undefined) return [];
    return Object.entries(OF_AN_OPERATION).flatMap(([key, rate]): Change[] => {
      const [was, is] = [before.node[key], after.node[key]];
      if (was === is) return [];
      return [
        {
          ...rate(was, is, after.node),
          message: `${before.id}: ${tell(key, was, is)}`,
          side: is === undefined ? 'base' : 'head',
          pointer: `${before.pointer}/${key}`,
        },
      ];
    });
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
  const [was, is] = [at(base, ...keys), at(head, ...keys)];
  const side = is === undefined ? 'base' : 'head';
  return [{ level, message: tell(keys.join('.'), was, is), why, side, pointer: pointer(...keys) }];
}

/** A number that is not stated is no promise: any number is more. */
function isMore(one: unknown, other: unknown): boolean {
  return Number(one ?? Number.NEGATIVE_INFINITY) > Number(other ?? Number.NEGATIVE_INFINITY);
}
