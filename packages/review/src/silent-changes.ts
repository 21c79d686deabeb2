// Owns the rating of what `redocly diff` lists without a verdict. What is not known here to be harmless breaks clients:
// a reviewer can talk back to a warning, but not to silence.

import { at, isObject, type JsonObject, keysOf, members } from '../../contract/generator/json.js';
import type { Level } from './change.js';
import { UNUSED_ON_PURPOSE } from './contract.js';
import { usersOf } from './operations.js';
import type { RedoclyChange } from './redocly-diff.js';

export interface Rating {
  level: Level;
  why: string;
}

export interface Documents {
  base: JsonObject;
  head: JsonObject;
}

export const WHY_BY_LEVEL: Record<Level, string> = {
  major: 'It can break a client that keeps to the contract.',
  minor: 'It adds something; what clients do today goes on working.',
  patch: 'No client can observe it, or needs to.',
};

/** For people: programs do not read them. */
const PROSE = /^(?:description|summary|title|\$comment|examples?|externalDocs|tags|openapi|x-.*)$/;
const PROSE_TYPES =
  /^(?:Example|ExamplesMap|ExternalDocs|Info|Contact|License|Tag|TagList|Link|LinksMap|SpecExtension)$/;

/** Keywords that say which values are valid: redocly has no verdict where a change of them only loosens a request. */
const VALIDATION =
  /^(?:type|format|pattern|enum|const|required|multipleOf|additionalProperties|uniqueItems|(?:exclusive)?(?:min|max)(?:imum|Length|Items|Properties))$/i;

export function rateSilent(change: RedoclyChange, documents: Documents): Rating {
  if (isProse(change)) return as('patch');
  return (
    rateComponent(change, documents) ??
    (change.property === undefined
      ? rateWhole(change, documents)
      : rateKeyword(change, change.property))
  );
}

function as(level: Level, why = WHY_BY_LEVEL[level]): Rating {
  return { level, why };
}

function isProse({ path, property, typeName }: RedoclyChange): boolean {
  return (
    PROSE_TYPES.test(typeName) ||
    (property !== undefined && PROSE.test(property)) ||
    path === '#/tags'
  );
}

/** What has a name of its own under `components` is rated where it is used. */
function rateComponent({ path, kind, property, base }: RedoclyChange, documents: Documents) {
  const [root, group, , ...rest] = keysOf(path);
  if (root !== 'components') return undefined;
  if (`${path}/`.startsWith(`${UNUSED_ON_PURPOSE}/`))
    return kind === 'added'
      ? as('minor')
      : as('major', 'It answers the methods that a path does not have.');
  if (rest.length === 0 && (property === undefined || property === 'key'))
    return as('patch', 'Only its name: what uses it is rated where it is used.');
  const used =
    group === 'securitySchemes' || usersOf(documents.base, base?.pointer ?? path).length > 0;
  return used ? undefined : as('patch', 'No operation uses it.');
}

/** Something that came, or went, as a whole. */
function rateWhole({ path, kind, typeName, head }: RedoclyChange, documents: Documents): Rating {
  if (kind !== 'added') return as('major', 'It was promised, and is gone.');
  const keys = keysOf(path);
  if (typeName === 'ServerList' && keys[0] === 'paths') {
    const moved = addresses(head?.value).some(
      (address) => !addresses(documents.base.servers).includes(address),
    );
    return moved ? as('major', 'Its calls go to another address.') : as('minor');
  }
  if (typeName === 'ParameterList' && isSomeRequired(head?.value, documents.head))
    return as('major', 'A request without it is refused.');
  if (typeName === 'RequestBody' && at(head?.value, 'required') === true)
    return as('major', 'A request without it is refused.');
  const ofRequest = keys.includes('requestBody') || keys.includes('parameters');
  if (typeName === 'Schema' && keys.at(-1) === 'schema' && ofRequest)
    return as('major', 'A value that nobody looked at may be refused.');
  if (/^(?:PatternProperties|Discriminator)$/.test(typeName)) return as('major');
  if (/^(?:if|then|else)$/.test(keys.at(-1) ?? ''))
    return as('major', 'A value that was sent may be refused.');
  return as('minor');
}

/** Something that has another value than before. */
function rateKeyword(change: RedoclyChange, property: string): Rating {
  const { typeName, base, head } = change;
  if (property === 'default')
    return as('major', 'A client that leaves the value out gets another behaviour.');
  if (property === 'readOnly' || property === 'writeOnly')
    return as('major', 'The property disappears from requests or from replies.');
  if (property === 'format' && [base?.value, head?.value].includes('int64'))
    return as(
      'major',
      'The type in the SDK is another: `number | bigint` where it was `number`, or back.',
    );
  if (property === 'name' && typeName === 'Parameter')
    return as('major', 'Callers of the SDK pass the parameter by its name.');
  if (property === 'required' && typeName === 'Header' && base?.value === true)
    return as('major', 'A client that relies on the header may find nothing.');
  if (property === 'deprecated') return as('minor', 'Clients see it marked, and go on working.');
  if (property === 'key' && typeName === 'Header')
    return as('patch', 'Names of headers have no case.');
  if (!VALIDATION.test(property)) return as('major');
  return isReordered(base?.value, head?.value)
    ? as('patch', 'Only their order is another.')
    : as(
        'minor',
        'More requests are admitted, or replies promise more; nothing that worked stops.',
      );
}

export function isReordered(before: unknown, after: unknown): boolean {
  const [one, other] = [before, after].map((value) =>
    Array.isArray(value) ? JSON.stringify(value.toSorted()) : undefined,
  );
  return one !== undefined && one === other;
}

function addresses(servers: unknown): unknown[] {
  return Array.isArray(servers) ? servers.map((server: unknown) => at(server, 'url')) : [];
}

function isSomeRequired(parameters: unknown, document: JsonObject): boolean {
  const entries: unknown[] = Array.isArray(parameters) ? parameters : members(parameters);
  return entries.some((entry) => {
    const reference = at(entry, '$ref');
    const found = typeof reference === 'string' ? at(document, ...keysOf(reference)) : entry;
    return isObject(found) && found.required === true;
  });
}
