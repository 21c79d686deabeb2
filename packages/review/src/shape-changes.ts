// Owns the rating of what `redocly diff` finds: its own verdicts, in our words where its are not plain.

import { keysOf } from '../../contract/generator/json.js';
import { type Change, LEVELS, type Level } from './change.js';
import { isRatedExtension } from './extension-changes.js';
import { METHODS } from './operations.js';
import type { RedoclyChange } from './redocly-diff.js';
import { type Documents, isReordered, rateSilent, WHY_BY_LEVEL } from './silent-changes.js';
import { touchedParts } from './touched-parts.js';
import { placeName, tell } from './wording.js';

const WHY_BY_RULE: Record<string, string> = {
  'enum-values-added': 'A client that knows all values meets one that it does not know.',
  'enum-values-removed': 'A client that sends the value is refused.',
  'operation-id-changed': "The SDK's method is named after it.",
  'path-removed': 'Its callers get 404.',
  'operation-removed': 'Its callers get 405.',
  'parameter-removed': 'A request that has it is refused.',
  'parameter-became-required': 'A request without it is refused.',
  'parameter-serialization-changed': 'Clients write its value in another way.',
  'property-removed': 'A client that sends it is refused; one that reads it finds nothing.',
  'required-properties-added': 'A request without it is refused.',
  'required-properties-removed': 'A client that relies on it may find nothing.',
  'request-body-removed': 'A request that has it is refused.',
  'request-body-became-required': 'A request without it is refused.',
  'response-removed': 'A client that waits for it gets something else.',
  'response-header-removed': 'A client that reads it finds nothing.',
  'media-type-removed': 'A client of that format can no longer talk to the service.',
  'schema-type-changed': 'A value is of another type than a client sends or expects.',
  'schema-constraint-changed':
    'A value that was sent may be refused, or one may come that never came before.',
  'server-removed': 'A client that calls that address finds nothing there.',
  'security-scheme-changed': 'The credentials of clients no longer fit.',
};

/** @param exported the schemas that the SDK exports as types. */
export function shapeChanges(
  changes: RedoclyChange[],
  documents: Documents,
  exported: readonly string[],
): Change[] {
  return changes
    .filter((change) => !isRatedElsewhere(change))
    .flatMap((change) => rate(change, documents, exported));
}

function rate(change: RedoclyChange, documents: Documents, exported: readonly string[]): Change[] {
  const side = change.head === undefined ? 'base' : 'head';
  const where = placeName(change.path, documents[side]);
  const place = {
    side,
    pointer: (change.head ?? change.base)?.pointer ?? change.path,
    touches: touchedParts(change, documents),
  } satisfies Partial<Change>;
  const gone = schemaGone(change);
  if (gone !== undefined && exported.includes(gone))
    return [
      {
        level: 'major',
        message: `${where}: the schema \`${gone}\` is gone.`,
        why: 'The SDK exports a type of that name: an import of it no longer compiles.',
        ...place,
      },
    ];
  if (change.verdicts.length === 0)
    return [
      { ...rateSilent(change, documents), message: `${where}: ${describe(change)}`, ...place },
    ];
  const found = change.verdicts.map(({ rule, impact, message }): Change => {
    const level = toLevel(impact);
    const words = rule === 'schema-type-changed' ? plainly(message, change) : message;
    const why = WHY_BY_RULE[rule] ?? WHY_BY_LEVEL[level];
    return { level, message: `${where}: ${words}`, why, ...place };
  });
  return found.filter(
    ({ message }, index) => found.findIndex((other) => other.message === message) === index,
  );
}

/** The name of a schema that was removed or renamed. */
function schemaGone({ path, kind, property, base }: RedoclyChange): string | undefined {
  const [root, group, name, ...rest] = keysOf(base?.pointer ?? path);
  if (root !== 'components' || group !== 'schemas' || rest.length > 0) return undefined;
  return kind === 'removed' || property === 'key' ? name : undefined;
}

/** The rest is for extension-changes.ts, error-code-changes.ts, security-changes.ts and the version itself. */
function isRatedElsewhere({ path, property, base, head }: RedoclyChange): boolean {
  const keys = [...keysOf(path), property ?? ''].filter((key) => key !== '');
  const [first, second, third = '', fourth] = keys;
  if (first === 'info' && second === 'version') return true;
  if (first === 'security') return true;
  if (first === 'paths' && METHODS.includes(third) && fourth === 'security') return true;
  if ((head ?? base)?.pointer === '#/components/schemas/ErrorCode/enum')
    return !isReordered(base?.value, head?.value);
  return isRatedExtension(keys);
}

function describe({ property, kind, base, head }: RedoclyChange): string {
  if (property === 'key') return `renamed from ${base?.value} to ${head?.value}.`;
  if (property === undefined) return `${kind}.`;
  if (
    /^(?:description|summary|title)$/.test(property) &&
    base?.value !== undefined &&
    head?.value !== undefined
  )
    return `\`${property}\` was reworded.`;
  return tell(property, base?.value, head?.value);
}

/** Redocly says "widened" of each change that a reply shows, and "narrowed" of each that a request feels. */
function plainly(message: string, { base, head }: RedoclyChange): string {
  const [before, after] = [typesIn(base?.value), typesIn(head?.value)];
  const word = isWithin(before, after)
    ? 'widened'
    : isWithin(after, before)
      ? 'narrowed'
      : 'changed';
  return message.replace(/ (?:narrowed|widened) from '/, ` ${word} from '`);
}

/** No type at all is any type. */
function typesIn(value: unknown): unknown[] | 'any' {
  return value === undefined ? 'any' : [value].flat();
}

function isWithin(inner: unknown[] | 'any', outer: unknown[] | 'any'): boolean {
  if (outer === 'any') return true;
  if (inner === 'any') return false;
  return inner.every(
    (type) => outer.includes(type) || (type === 'integer' && outer.includes('number')),
  );
}

function toLevel(impact: string): Level {
  return LEVELS.find((level) => level === impact) ?? 'major';
}
