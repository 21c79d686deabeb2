// Schema changes: what `redocly diff` finds, with its verdicts and a reason for each.
import { isMethod, parsePointer } from '@animal-store/openapi-tools';
import { affectedPointers } from './affected-pointers.js';
import { type Change, type Documents, LEVELS, type Level } from './change.js';
import { describeValueChange, formatLocation } from './describe-change.js';
import { CODE_ENUMS } from './error-code-changes.js';
import { isRatedExtension } from './extension-changes.js';
import { operationsUsing } from './operations.js';
import { isSameSerialization } from './parameter-serialization.js';
import type { RedoclyChange } from './redocly-diff.js';
import { isSamePattern } from './same-pattern.js';
import { isReordered, REASON_BY_LEVEL, rateUnrated } from './unrated-changes.js';

const REASON_BY_RULE: Record<string, string> = {
  'enum-values-added': 'A client may receive a value that it does not know.',
  'enum-values-removed': 'A request with the value is rejected.',
  'operation-id-changed': 'The SDK method is named after it.',
  'path-removed': 'Calls get 404.',
  'operation-removed': 'Calls get 405.',
  'parameter-removed': 'A request with it is rejected.',
  'parameter-became-required': 'A request without it is rejected.',
  'parameter-serialization-changed': 'Clients must serialize its value in another way.',
  'property-removed': 'A request with it is rejected, and responses no longer have it.',
  'required-properties-added': 'A request without it is rejected.',
  'required-properties-removed': 'A client that relies on it may not receive it.',
  'request-body-removed': 'A request with it is rejected.',
  'request-body-became-required': 'A request without it is rejected.',
  'response-removed': 'A client that expects it gets another response.',
  'response-header-removed': 'A client that reads it does not receive it.',
  'media-type-removed': 'A client that uses that format no longer works.',
  'schema-type-changed': 'The type is not the one that a client sends or expects.',
  'schema-constraint-changed':
    'A value that was accepted may be rejected, or a response may have a value that it never had.',
  'server-removed': 'A client that uses that URL no longer works.',
  'security-scheme-changed': 'The current credentials no longer work.',
};

export function schemaChanges(changes: RedoclyChange[], documents: Documents): Change[] {
  return changes
    .filter((change) => !isRatedElsewhere(change))
    .flatMap((change) => rate(change, documents));
}

function rate(change: RedoclyChange, documents: Documents): Change[] {
  const side = change.head === undefined ? 'base' : 'head';
  const location = formatLocation(change.path, documents[side]);
  const target = {
    side,
    pointer: (change.head ?? change.base)?.pointer ?? change.path,
    affectedPointers: affectedPointers(change, documents),
  } satisfies Partial<Change>;
  const removed = removedSchema(change);
  if (
    removed !== undefined &&
    operationsUsing(documents.base, change.base?.pointer ?? change.path).length > 0
  )
    return [
      {
        level: 'major',
        message: `${location}: the schema \`${removed}\` no longer exists.`,
        why: 'The SDK exports a type of that name; imports of it no longer compile.',
        ...target,
      },
    ];
  if (change.property === 'pattern' && isSamePattern(change.base?.value, change.head?.value))
    return [
      {
        level: 'patch',
        message: `${location}: \`pattern\` was rewritten; it matches the same texts.`,
        why: REASON_BY_LEVEL.patch,
        ...target,
      },
    ];
  if (change.verdicts.length === 0 || isSameSerialization(change, documents))
    return [
      { ...rateUnrated(change, documents), message: `${location}: ${describe(change)}`, ...target },
    ];
  const found = change.verdicts.map(({ rule, impact, message }): Change => {
    const level = toLevel(impact);
    const text = rule === 'schema-type-changed' ? correctVerb(message, change) : message;
    const why = REASON_BY_RULE[rule] ?? REASON_BY_LEVEL[level];
    return { level, message: `${location}: ${text}`, why, ...target };
  });
  return found.filter(
    ({ message }, index) => found.findIndex((other) => other.message === message) === index,
  );
}

/** The name of a schema that was removed or renamed. */
function removedSchema({ path, kind, property, base }: RedoclyChange): string | undefined {
  const [root, group, name, ...rest] = parsePointer(base?.pointer ?? path);
  if (root !== 'components' || group !== 'schemas' || rest.length > 0) return undefined;
  return kind === 'removed' || property === 'key' ? name : undefined;
}

/** Changes that extension-changes.ts, error-code-changes.ts and security-changes.ts rate, and the version itself. */
function isRatedElsewhere({ path, property, base, head }: RedoclyChange): boolean {
  const keys = [...parsePointer(path), property ?? ''].filter((key) => key !== '');
  const [first, second, third = '', fourth] = keys;
  if (first === 'info' && second === 'version') return true;
  if (first === 'security') return true;
  if (first === 'paths' && isMethod(third) && fourth === 'security') return true;
  if (CODE_ENUMS.includes((head ?? base)?.pointer ?? ''))
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

function toLevel(impact: string): Level {
  return LEVELS.find((level) => level === impact) ?? 'major';
}
