// Owns the rating of the vendor extensions, which `redocly diff` knows nothing of: quotas, bans, limits, stability, sunsets.
import type { Change, Level } from './change.js';
import { at, type JsonObject, members, pointer } from './json.js';
import { operationsOf } from './operations.js';

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

/** From the least that is promised to the most. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

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

const EASIER = 'Clients are held to less.';

function planChanges(base: JsonObject, head: JsonObject): Change[] {
  const key = 'x-rate-limit-plans';
  const names = new Set([...members(base[key]), ...members(head[key])].map(([name]) => name));
  return [...names].flatMap((name) => {
    const [before, after] = [at(base, key, name), at(head, key, name)];
    if (after === undefined)
      return change(base, head, [key, name], 'major', 'Keys of that plan have no quota.');
    if (before === undefined)
      return change(base, head, [key, name], 'minor', 'No key that exists is on it.');
    if (before === 'custom' || after === 'custom')
      return before === after
        ? []
        : change(base, head, [key, name], 'major', 'What keys of that plan were promised is gone.');
    return ['perMinute', 'perDay'].flatMap((window) => {
      const keys = [key, name, window];
      const [was, is] = [at(base, ...keys), at(head, ...keys)];
      if (was === is) return [];
      return isMore(is, was)
        ? change(base, head, keys, 'minor', EASIER)
        : change(base, head, keys, 'major', 'A client within its quota today gets 429.');
    });
  });
}

function operationChanges(base: JsonObject, head: JsonObject): Change[] {
  const heads = operationsOf(head);
  return operationsOf(base).flatMap((before) => {
    const after = heads.find((operation) => operation.pointer === before.pointer);
    if (after === undefined) return [];
    const found: Change[] = [];
    const note = (key: string, level: Level, why: string) => {
      const [was, is] = [before.node[key], after.node[key]];
      const side = is === undefined ? 'base' : 'head';
      const place = { side, pointer: pointerOf(before.pointer, key) } as const;
      if (was !== is)
        found.push({ level, message: `${before.id}: ${tell(key, was, is)}`, why, ...place });
    };

    const [was, is] = [rankOf(before.node), rankOf(after.node)];
    note(
      'x-stability',
      is < was ? 'major' : 'minor',
      is < was ? 'Its clients were promised more.' : 'Its clients are promised more.',
    );

    const [sunset, sunsetNow] = [before.node, after.node].map((node) => node[SUNSET]);
    const stillDeprecated = after.node.deprecated === true;
    const sooner =
      sunset !== undefined &&
      (sunsetNow === undefined ? stillDeprecated : String(sunsetNow) < String(sunset));
    note(
      SUNSET,
      sooner ? 'major' : 'minor',
      sooner
        ? 'Clients were promised until then to move.'
        : 'Clients have as long as they were promised.',
    );
    note('x-deprecated-since', 'patch', 'It only says since when.');
    note(
      'x-deprecated-successor',
      'minor',
      'Clients are sent elsewhere; what they do goes on working.',
    );
    return found;
  });
}

const SUNSET = 'x-deprecated-sunset';

function rankOf(operation: JsonObject): number {
  return STABILITIES.indexOf(String(operation['x-stability'] ?? 'stable'));
}

function pointerOf(operation: string, key: string): string {
  return `${operation}/${key}`;
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

function tell(name: string, was: unknown, is: unknown): string {
  if (was === undefined) return `\`${name}\` added: ${JSON.stringify(is)}.`;
  if (is === undefined) return `\`${name}\` removed; it was ${JSON.stringify(was)}.`;
  return `\`${name}\` changed from ${JSON.stringify(was)} to ${JSON.stringify(is)}.`;
}

/** A number that is not stated is no promise: any number is more. */
function isMore(one: unknown, other: unknown): boolean {
  return Number(one ?? Number.NEGATIVE_INFINITY) > Number(other ?? Number.NEGATIVE_INFINITY);
}
