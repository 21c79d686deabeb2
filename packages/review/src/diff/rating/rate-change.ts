// Rating of what `redocly diff` lists. Changes inside schemas are rated by direction. A change is breaking unless it is
// known here to be harmless: a reviewer can overrule a false alarm, but does not see a missed one.
import {
  entriesOf,
  followReference,
  getIn,
  type JsonObject,
  parsePointer,
} from '@animal-store/openapi-tools';
import { METHOD_NOT_ALLOWED } from '../../read-contract.js';
import { type Documents, LEVELS, type Level, type Rating } from '../change.js';
import { operationsUsing } from '../operations.js';
import type { RedoclyChange } from '../redocly-diff.js';
import { rateAccess } from './access.js';
import { directionsIn, rateSchemaChange } from './rate-schema.js';

const REASON_BY_LEVEL: Record<Level, string> = {
  major: 'It can break a client that follows the contract.',
  minor: 'It is an addition; existing clients keep working.',
  patch: 'It does not affect clients.',
  none: 'It does not affect clients.',
};

/** Redocly's rules whose verdict stands, and their reasons. */
const REASON_BY_RULE: Record<string, string> = {
  'path-removed': 'Calls get 404.',
  'operation-removed': 'Calls get 405.',
  'parameter-removed': 'A request with it is rejected.',
  'parameter-became-required': 'A request without it is rejected.',
  'parameter-serialization-changed': 'Clients must serialize its value in another way.',
  'request-body-removed': 'A request with it is rejected.',
  'request-body-became-required': 'A request without it is rejected.',
  'response-removed': 'A client that expects it gets another response.',
  'response-header-removed': 'A client that reads it does not receive it.',
  'media-type-removed': 'A client that uses that format no longer works.',
  'server-removed': 'A client that uses that URL no longer works.',
  'security-scheme-changed': 'The current credentials no longer work.',
};

/** Rules whose changes the SDK hides from its users. */
const HIDDEN_BY_SDK = ['parameter-serialization-changed', 'security-scheme-changed'];

/** Keywords that are documentation only. */
const DOCUMENTATION =
  /^(?:description|summary|title|\$comment|examples?|externalDocs|tags|openapi|x-.*)$/;
const DOCUMENTATION_TYPES =
  /^(?:Example|ExamplesMap|ExternalDocs|Info|Contact|License|Tag|TagList|Link|LinksMap|SpecExtension)$/;

export function rateChange(change: RedoclyChange, documents: Documents): Rating {
  if (isEnvironmentRename(change))
    return { wire: 'none', source: 'major', why: 'SDK users select the environment by this name.' };
  if (isDocumentation(change)) return documentation();
  return (
    rateComponent(change, documents) ??
    rateSchemaChange(change, documents) ??
    rateByVerdict(change, documents) ??
    (change.property === undefined
      ? rateWhole(change, documents)
      : rateKeyword(change, change.property, documents))
  );
}

function documentation(why = REASON_BY_LEVEL.patch): Rating {
  return { wire: 'none', source: 'patch', why };
}

function both(level: Level, why = REASON_BY_LEVEL[level]): Rating {
  return { wire: level, source: level, why };
}

/** A change of behaviour that types do not show. */
function behaviour(wire: Level, why: string): Rating {
  return { wire, source: 'patch', why };
}

function isDocumentation({ path, property, typeName }: RedoclyChange): boolean {
  return (
    DOCUMENTATION_TYPES.test(typeName) ||
    (property !== undefined && DOCUMENTATION.test(property)) ||
    path === '#/tags'
  );
}

/** The description of a server is the name of its environment in the SDK, ignoring case. */
function isEnvironmentRename({ typeName, property, base, head }: RedoclyChange): boolean {
  return (
    typeName === 'Server' &&
    property === 'description' &&
    base?.value !== undefined &&
    String(base.value).toLowerCase() !== String(head?.value).toLowerCase()
  );
}

/** Components are rated where they are used; this rates their names and those that nothing uses. */
function rateComponent({ path, kind, property, base }: RedoclyChange, documents: Documents) {
  const [root, group, , ...rest] = parsePointer(path);
  if (root !== 'components') return undefined;
  if (`${path}/`.startsWith(`${METHOD_NOT_ALLOWED}/`))
    return kind === 'added'
      ? both('minor')
      : both('major', 'It is the response to methods that a path does not have.');
  if (rest.length === 0 && (property === undefined || property === 'key'))
    return documentation(
      kind === 'added'
        ? 'It is a new name; its uses are rated separately.'
        : 'Only the name changed; changes of its use are rated separately.',
    );
  const isUsed =
    group === 'securitySchemes' ||
    operationsUsing(documents.base, base?.pointer ?? path).length > 0;
  return isUsed ? undefined : documentation('No operation uses it.');
}

/** The verdict of Redocly's rules on paths, parameters, messages and servers. */
function rateByVerdict(change: RedoclyChange, documents: Documents): Rating | undefined {
  const { verdicts } = change;
  const decisive = verdicts.find(({ rule }) => rule in REASON_BY_RULE) ?? verdicts[0];
  if (decisive === undefined) return undefined;
  const { rule, impact } = decisive;
  if (rule === 'operation-id-changed')
    return { wire: 'none', source: 'major', why: 'The SDK method is named after it.' };
  if (isDispensable(change, rule, documents))
    return {
      wire: 'minor',
      source: 'major',
      why: 'Clients had to expect responses without it; the SDK has no type of it any more.',
    };
  const wire = LEVELS.find((level) => level === impact) ?? 'major';
  const why = REASON_BY_RULE[rule] ?? REASON_BY_LEVEL[wire];
  return HIDDEN_BY_SDK.includes(rule) ? behaviour(wire, why) : both(wire, why);
}

/** Whether what was removed is a response of an error, or a header that responses need not have. */
function isDispensable({ path, base }: RedoclyChange, rule: string, documents: Documents): boolean {
  if (rule === 'response-removed') return /^[45]/.test(parsePointer(path).at(-1) ?? '');
  if (rule !== 'response-header-removed') return false;
  return getIn(followReference(documents.base, base?.value), 'required') !== true;
}

/** A value that was added or removed. */
function rateWhole(change: RedoclyChange, documents: Documents): Rating {
  const { path, kind, typeName, head } = change;
  const keys = parsePointer(path);
  const isInRequest = keys.includes('requestBody') || keys.includes('parameters');
  if (kind !== 'added') return both('major', 'Clients may rely on it.');
  if (typeName === 'Response' && !/^[45]/.test(keys.at(-1) ?? ''))
    return both('major', 'A client may receive a success that it does not know.');
  if (
    keys.at(-2) === 'mapping' &&
    keys.at(-3) === 'discriminator' &&
    !directionsIn(change, documents).includes('request')
  )
    return both('major', 'A client may receive a value that it does not know.');
  if (typeName === 'ServerList' && keys[0] === 'paths') {
    const isOtherUrl = urlsOf(head?.value).some(
      (url) => !urlsOf(documents.base.servers).includes(url),
    );
    return isOtherUrl ? behaviour('major', 'Its calls go to another URL.') : both('minor');
  }
  if (typeName === 'ParameterList' && isSomeRequired(head?.value, documents.head))
    return both('major', 'A request without it is rejected.');
  if (typeName === 'RequestBody' && getIn(head?.value, 'required') === true)
    return both('major', 'A request without it is rejected.');
  if (typeName === 'Schema' && keys.at(-1) === 'schema' && isInRequest)
    return both('major', 'A value that was not validated may be rejected.');
  return /^(?:PatternProperties|Discriminator)$/.test(typeName) ? both('major') : both('minor');
}

/** A keyword whose value changed. */
function rateKeyword(change: RedoclyChange, property: string, documents: Documents): Rating {
  const { typeName, base } = change;
  if (property === 'default' && !directionsIn(change, documents).includes('request'))
    return documentation('A default has no effect in responses.');
  if (property === 'default')
    return behaviour('major', 'A client that omits the value gets another behaviour.');
  if (property === 'readOnly' || property === 'writeOnly')
    return rateAccess(change, property, documents);
  if (property === 'name' && typeName === 'Parameter')
    return {
      wire: 'none',
      source: 'major',
      why: 'The URL stays the same; SDK users pass the parameter by its name.',
    };
  if (property === 'key' && typeName === 'PathItem')
    return documentation('The URL stays the same.');
  if (property === 'required' && typeName === 'Header')
    return base?.value === true
      ? both('major', 'A client that relies on the header may not receive it.')
      : both('minor', 'Clients can rely on the header.');
  if (property === 'required')
    return both('minor', 'More requests are valid; existing clients keep working.');
  if (property === 'deprecated')
    return behaviour('minor', 'It is marked as deprecated; existing clients keep working.');
  return both('major');
}

function urlsOf(servers: unknown): unknown[] {
  return Array.isArray(servers) ? servers.map((server: unknown) => getIn(server, 'url')) : [];
}

function isSomeRequired(parameters: unknown, document: JsonObject): boolean {
  const entries: unknown[] = Array.isArray(parameters) ? parameters : entriesOf(parameters);
  return entries.some((entry) => getIn(followReference(document, entry), 'required') === true);
}
