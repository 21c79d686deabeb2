// Assertions on operations: what lint refuses never becomes an SDK method that sends something else.
import type { OperationSpec, ParameterSpec } from '@animal-store/contract';

const LOCATIONS = ['path', 'query', 'header'];
const TYPES = ['string', 'boolean', 'number', 'integer', 'int64'];
/** The client sends these itself. */
const OWN_HEADERS = ['accept', 'authorization', 'content-type'];
const JSON_TYPE = /^application\/json$|^[\w.-]+\/[\w.-]+\+json$/i;

/** @throws Error naming the operation and what the SDK cannot send or read. */
export function assertSendable({ id, path, parameters, body, successes }: OperationSpec): void {
  for (const parameter of parameters) {
    const reason = reasonAgainst(parameter);
    if (reason !== undefined)
      throw new Error(
        `${id}: the SDK cannot send the ${parameter.in} parameter ${parameter.name}: ${reason}`,
      );
  }
  for (const [, name] of path.matchAll(/\{([^}]*)\}/g))
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name))
      throw new Error(`${id}: the path ${path} has {${name}}, which is no parameter`);
  for (const { mediaType } of [body, ...successes].filter((message) => message !== undefined))
    if (mediaType !== undefined && !JSON_TYPE.test(mediaType))
      throw new Error(`${id}: the SDK reads and writes only JSON (got ${mediaType})`);
}

function reasonAgainst(parameter: ParameterSpec): string | undefined {
  const { name, in: location, type, list, isNullable, isRequired } = parameter;
  if (!LOCATIONS.includes(location)) return `it is neither in ${LOCATIONS.join(' nor in ')}`;
  if (!TYPES.includes(type)) return `its type is none of ${TYPES.join(', ')}`;
  if (list && isNullable) return 'a list and null cannot be told apart';
  if (location === 'path' && (list || isNullable || !isRequired))
    return 'a path parameter must be one required value';
  if (location === 'header' && list === 'repeated') return 'a header has one value';
  if (location === 'header' && OWN_HEADERS.includes(name.toLowerCase()))
    return 'the client sends this header itself';
  return undefined;
}
