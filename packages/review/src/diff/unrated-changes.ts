// Unrated changes: those that `redocly diff` lists without a verdict. A change is breaking unless it is known here to be
// harmless: a reviewer can overrule a false alarm, but does not see a missed one.
import {
  entriesOf,
  getIn,
  isObject,
  type JsonObject,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { METHOD_NOT_ALLOWED } from '../read-contract.js';
import { isAmbiguousBranch, isBranch } from './branches.js';
import type { Documents, Level, Rating } from './change.js';
import { type Direction, directionsOf, operationsUsing } from './operations.js';
import { isSameSerialization } from './parameter-serialization.js';
import type { RedoclyChange } from './redocly-diff.js';

export const REASON_BY_LEVEL: Record<Level, string> = {
  major: 'It can break a client that follows the contract.',
  minor: 'It is an addition; existing clients keep working.',
  patch: 'It does not affect clients.',
};

/** Keywords that are documentation only. */
const DOCUMENTATION =
  /^(?:description|summary|title|\$comment|examples?|externalDocs|tags|openapi|x-.*)$/;
const DOCUMENTATION_TYPES =
  /^(?:Example|ExamplesMap|ExternalDocs|Info|Contact|License|Tag|TagList|Link|LinksMap|SpecExtension)$/;

/** Validation keywords. Redocly gives no verdict for changes of them that only relax a request. */
const VALIDATION =
  /^(?:type|format|pattern|enum|const|required|multipleOf|additionalProperties|uniqueItems|(?:exclusive)?(?:min|max)(?:imum|Length|Items|Properties))$/i;

export function rateUnrated(change: RedoclyChange, documents: Documents): Rating {
  if (isDocumentation(change)) return rating('patch');
  if (isSameSerialization(change, documents)) return rating('patch', 'It is the default.');
  return (
    rateComponent(change, documents) ??
    (change.property === undefined
      ? rateWhole(change, documents)
      : rateKeyword(change, change.property, documents))
  );
}

function rating(level: Level, why = REASON_BY_LEVEL[level]): Rating {
  return { level, why };
}

function isDocumentation({ path, property, typeName }: RedoclyChange): boolean {
  return (
    DOCUMENTATION_TYPES.test(typeName) ||
    (property !== undefined && DOCUMENTATION.test(property)) ||
    path === '#/tags'
  );
}

/** Components are rated where they are used; this rates their names and those that nothing uses. */
function rateComponent({ path, kind, property, base }: RedoclyChange, documents: Documents) {
  const [root, group, , ...rest] = parsePointer(path);
  if (root !== 'components') return undefined;
  if (`${path}/`.startsWith(`${METHOD_NOT_ALLOWED}/`))
    return kind === 'added'
      ? rating('minor')
      : rating('major', 'It is the response to methods that a path does not have.');
  if (rest.length === 0 && (property === undefined || property === 'key'))
    return rating('patch', 'Only the name changed; changes of its use are rated separately.');
  const used =
    group === 'securitySchemes' ||
    operationsUsing(documents.base, base?.pointer ?? path).length > 0;
  return used ? undefined : rating('patch', 'No operation uses it.');
}

/** A value that was added or removed. */
function rateWhole(change: RedoclyChange, documents: Documents): Rating {
  const { path, kind, typeName, head } = change;
  const keys = parsePointer(path);
  const directions = directionsIn(change, documents);
  if (kind !== 'added')
    return isBranch(path) && directions.join() === 'response'
      ? rating('minor', 'A client receives fewer kinds of values.')
      : rating('major', 'Clients may rely on it.');
  if (typeName === 'Response' && !/^[45]/.test(keys.at(-1) ?? ''))
    return rating('major', 'A client may receive a success that it does not know.');
  if (isBranch(path) && isAmbiguousBranch(documents.head, head?.pointer ?? path))
    return rating('major', 'A value that matches two branches of `oneOf` is rejected.');
  if (
    keys.at(-2) === 'mapping' &&
    keys.at(-3) === 'discriminator' &&
    !directions.includes('request')
  )
    return rating('major', 'A client may receive a value that it does not know.');
  if (typeName === 'ServerList' && keys[0] === 'paths') {
    const isOtherUrl = urlsOf(head?.value).some(
      (url) => !urlsOf(documents.base.servers).includes(url),
    );
    return isOtherUrl ? rating('major', 'Its calls go to another URL.') : rating('minor');
  }
  if (typeName === 'ParameterList' && isSomeRequired(head?.value, documents.head))
    return rating('major', 'A request without it is rejected.');
  if (typeName === 'RequestBody' && getIn(head?.value, 'required') === true)
    return rating('major', 'A request without it is rejected.');
  const isInRequest = keys.includes('requestBody') || keys.includes('parameters');
  if (typeName === 'Schema' && keys.at(-1) === 'schema' && isInRequest)
    return rating('major', 'A value that was not validated may be rejected.');
  if (/^(?:PatternProperties|Discriminator)$/.test(typeName)) return rating('major');
  if (/^(?:if|then|else)$/.test(keys.at(-1) ?? ''))
    return rating('major', 'A value that was accepted may be rejected.');
  return rating('minor');
}

/** A keyword whose value changed. */
function rateKeyword(change: RedoclyChange, property: string, documents: Documents): Rating {
  const { typeName, base, head } = change;
  if (property === 'default')
    return rating('major', 'A client that omits the value gets another behaviour.');
  if (property === 'readOnly' || property === 'writeOnly')
    return rateAccess(change, property, documents);
  if (property === 'format' && [base?.value, head?.value].includes('int64'))
    return rating('major', 'The type in the SDK changes between `number` and `number | bigint`.');
  if (property === 'name' && typeName === 'Parameter')
    return rating('major', 'SDK users pass the parameter by its name.');
  if (property === 'required' && typeName === 'Header' && base?.value === true)
    return rating('major', 'A client that relies on the header may not receive it.');
  if (property === 'deprecated')
    return rating('minor', 'It is marked as deprecated; existing clients keep working.');
  if (property === 'key' && typeName === 'Header')
    return rating('patch', 'Header names are case-insensitive.');
  if (!VALIDATION.test(property)) return rating('major');
  return isReordered(base?.value, head?.value)
    ? rating('patch', 'Only the order changed.')
    : rating(
        'minor',
        'More requests are accepted, or responses guarantee more; existing clients keep working.',
      );
}

/** The direction that a property with the keyword is absent from. */
const ABSENT_FROM: Record<'readOnly' | 'writeOnly', Direction> = {
  readOnly: 'request',
  writeOnly: 'response',
};

function rateAccess(
  change: RedoclyChange,
  keyword: keyof typeof ABSENT_FROM,
  documents: Documents,
): Rating {
  const direction = ABSENT_FROM[keyword];
  const directions = directionsIn(change, documents);
  if (directions.length > 0 && !directions.includes(direction))
    return rating('patch', `It has no effect in ${directions.join()}s.`);
  if (change.head?.value === true)
    return rating('major', `The property disappears from ${direction}s.`);
  return keyword === 'readOnly' && !isOptionalProperty(documents.head, change.head?.pointer ?? '')
    ? rating('major', 'A request without the property may be rejected.')
    : rating('minor', `The property appears in ${direction}s.`);
}

/** Whether a JSON Pointer leads to a property of an object, or a keyword of its schema, that the object may lack. */
function isOptionalProperty(document: JsonObject, pointer: string): boolean {
  const [, object, name] = /^(.*)\/properties\/([^/]+)(?:\/readOnly)?$/.exec(pointer) ?? [];
  if (object === undefined || name === undefined) return false;
  const required = resolvePointer(document, `${object}/required`);
  return !Array.isArray(required) || !required.includes(parsePointer(`/${name}`)[0]);
}

/** The directions in which the value is sent, before or after the change. */
function directionsIn({ path, base, head }: RedoclyChange, documents: Documents): Direction[] {
  return [
    ...directionsOf(documents.base, base?.pointer ?? path),
    ...directionsOf(documents.head, head?.pointer ?? path),
  ].filter((direction, index, all) => all.indexOf(direction) === index);
}

export function isReordered(before: unknown, after: unknown): boolean {
  const [one, other] = [before, after].map((value) =>
    Array.isArray(value) ? JSON.stringify(value.toSorted()) : undefined,
  );
  return one !== undefined && one === other;
}

function urlsOf(servers: unknown): unknown[] {
  return Array.isArray(servers) ? servers.map((server: unknown) => getIn(server, 'url')) : [];
}

function isSomeRequired(parameters: unknown, document: JsonObject): boolean {
  const entries: unknown[] = Array.isArray(parameters) ? parameters : entriesOf(parameters);
  return entries.some((entry) => {
    const reference = getIn(entry, '$ref');
    const found = typeof reference === 'string' ? resolvePointer(document, reference) : entry;
    return isObject(found) && found.required === true;
  });
}
