// Owns the rating of what `redocly diff` finds: its own verdicts, and ours where it has none or ours differs.
import type { Change, Level } from './change.js';
import { LEVELS } from './change.js';
import { at, type JsonObject, keysOf } from './json.js';
import type { RedoclyChange } from './redocly-diff.js';

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
  'response-removed': 'A client that waits for it gets something else.',
  'response-header-removed': 'A client that reads it finds nothing.',
  'media-type-removed': 'A client of that format can no longer talk to the service.',
  'schema-type-changed': 'A value is of another type than a client sends or expects.',
  'schema-constraint-changed':
    'A value that was sent may be refused, or one may come that never came before.',
  'server-removed': 'A client that calls that address finds nothing there.',
  'security-scheme-changed': 'The credentials of clients no longer fit.',
};

const WHY_BY_LEVEL: Record<Level, string> = {
  major: 'It can break a client that keeps to the contract.',
  minor: 'It adds something; what clients do today goes on working.',
  patch: 'No client can observe it, or needs to.',
};

/** Keywords that say which values are valid: redocly has no verdict where a change of them only loosens a request. */
const VALIDATION =
  /^(?:type|format|pattern|enum|const|required|multipleOf|additionalProperties|uniqueItems|explode|(?:exclusive)?(?:min|max)(?:imum|Length|Items|Properties))$/i;

export function shapeChanges(changes: RedoclyChange[], base: JsonObject, head: JsonObject) {
  return changes
    .filter((change) => !isRatedElsewhere(change))
    .flatMap((change) => rate(change, base, head));
}

function rate(change: RedoclyChange, base: JsonObject, head: JsonObject): Change[] {
  const side = change.head === undefined ? 'base' : 'head';
  const where = nameOf(change.path, side === 'base' ? base : head);
  const place = {
    side,
    pointer: (change.head ?? change.base)?.pointer ?? change.path,
    touches: [change.path, change.base?.pointer ?? change.path],
  } satisfies Partial<Change>;
  if (change.verdicts.length === 0) {
    const { level, why } = rateSilent(change);
    return [{ level, message: `${where}: ${tell(change)}`, why, ...place }];
  }
  return change.verdicts.map(({ rule, impact, message }) => {
    const level = toLevel(impact);
    return {
      level,
      message: `${where}: ${message}`,
      why: WHY_BY_RULE[rule] ?? WHY_BY_LEVEL[level],
      ...place,
    };
  });
}

/** What redocly lists without a verdict. */
function rateSilent({ property, typeName, kind, path, impact, base }: RedoclyChange) {
  const as = (level: Level, why = WHY_BY_LEVEL[level]) => ({ level, why });
  if (property === undefined || property.startsWith('x-')) return as(toLevel(impact));
  if (property === 'default')
    return as('major', 'A client that leaves the value out gets another behaviour.');
  if (property === 'readOnly' || property === 'writeOnly')
    return as('major', 'The property disappears from requests or from replies.');
  if (property === 'name' && typeName === 'Parameter')
    return as('major', 'Callers of the SDK pass the parameter by its name.');
  if (property === 'required' && typeName === 'Header' && base?.value === true)
    return as('major', 'A client that relies on the header may find nothing.');
  if (property === 'deprecated') return as('minor', 'Clients see it marked, and go on working.');
  if (kind === 'modified' && VALIDATION.test(property) && !path.endsWith('/info'))
    return as(
      'minor',
      'More requests are admitted, or replies promise more; nothing that worked stops.',
    );
  return as(toLevel(impact));
}

/** The rest is for extension-changes.ts, error-code-changes.ts, security-changes.ts and the version itself. */
function isRatedElsewhere({ path, property, base, head }: RedoclyChange): boolean {
  const target = (head ?? base)?.pointer ?? path;
  return (
    target.startsWith('#/components/schemas/ErrorCode/enum') ||
    (path === '#/info' && property === 'version') ||
    (!path.startsWith('#/components/') && /\/security(?:\/|$)/.test(path)) ||
    /^x-(?:stability|deprecated-|rate-limit-|max-body-bytes|idempotency)/.test(property ?? '')
  );
}

function tell({ property, kind, base, head }: RedoclyChange): string {
  const what = property === undefined || property === 'key' ? 'it' : `\`${property}\``;
  if (kind === 'modified' && /^(?:description|summary|title)$/.test(property ?? ''))
    return `${what} was reworded.`;
  if (kind !== 'modified') return `${what === 'it' ? '' : `${what} `}${kind}.`;
  if (base?.value === undefined || head === undefined)
    return `${what} set to ${show(head?.value)}.`;
  if (head.value === undefined) return `${what} removed; it was ${show(base.value)}.`;
  return `${what} changed from ${show(base.value)} to ${show(head.value)}.`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

/** `#/paths/~1pets/get/parameters/0/schema` as `GET /pets › limit › schema`. */
function nameOf(path: string, document: JsonObject): string {
  const keys = keysOf(path);
  const names = keys.map((key, index) => {
    if (keys[index - 1] !== 'parameters') return key;
    return parameterName(document, keys.slice(0, index + 1)) ?? key;
  });
  const [root, route, method, ...rest] = names;
  if (root !== 'paths' || route === undefined) return names.join(' › ') || 'the document';
  const start = method === undefined ? route : `${method.toUpperCase()} ${route}`;
  return [start, ...rest.filter((name) => name !== 'parameters')].join(' › ');
}

function parameterName(document: unknown, keys: string[]): string | undefined {
  let list: unknown = document;
  for (const key of keys) list = Array.isArray(list) ? list[Number(key)] : at(list, key);
  const reference = at(list, '$ref');
  const name = at(
    typeof reference === 'string' ? at(document, ...keysOf(reference)) : list,
    'name',
  );
  return typeof name === 'string' ? name : undefined;
}

function toLevel(impact: string): Level {
  return LEVELS.find((level) => level === impact) ?? 'patch';
}
