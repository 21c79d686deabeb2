// Check of what a handler reads and replies, for development and tests: a request that sends something that is not read is an
// error, since the contract promises that it has an effect.
import { IDEMPOTENCY_KEY, isObject } from '@animal-store/core';
import { ApiError } from '@animal-store/core/errors';
import { isContainer } from '@animal-store/core/validation';
import type { Contract, ContractOperation } from '../contract.js';
import type { AnyHandler } from '../handler.js';
import { Json, toJsonText } from '../lib/json.js';
import type { IdempotentRequest } from './idempotency.js';

/**
 * Returns the handler of an operation, whose promise then rejects with a 500 that names a part that it has not read: within its
 * transaction, if it has one.
 */
export function createReadCheck({
  requestDocument,
}: Contract): (operation: ContractOperation, handle: AnyHandler) => AnyHandler {
  const ofBodies = findDefaults(requestDocument);
  return ({ id, parameters, isIdempotent, successes }, handle) => {
    const named = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]));
    const defaults = new Set([...ofBodies, ...findDefaults(named)]);
    return async (request: IdempotentRequest, services: never) => {
      const unread = new Set<string>();
      const watched = {
        caller: request.caller,
        query: watch(request.query, 'the query parameter ', unread, defaults),
        path: watch(request.path, 'the path parameter ', unread, defaults),
        headers: watch(request.headers, 'the header ', unread, defaults),
        body: watch(request.body, '/', unread, defaults),
      };
      if (isIdempotent) unread.delete(`the header ${IDEMPOTENCY_KEY}`);
      const reply = await handle(watched as never, services);
      if (!successes.some(({ status }) => status === reply.status))
        throw mistake(
          `The handler ${id} replied ${reply.status}, which the contract does not declare.`,
        );
      // To write a part into the reply is to read it.
      const body = reply.body === undefined ? undefined : new Json(toJsonText(reply.body));
      const [part] = unread;
      if (part === undefined) return { ...reply, body };
      const place = part.startsWith('/') ? ' of the body' : '';
      throw mistake(`The handler ${id} does not use ${part}${place}.`);
    };
  };
}

function mistake(message: string): ApiError {
  return new ApiError('internal_error', { message, cause: new Error(message) });
}

/**
 * A copy that notes which properties are read. Unlike a Proxy, it can be cloned. The items of an array count as one, so that a
 * handler need not read the same of each.
 * @param prefix Of the properties' names in `unread`.
 */
function watch(
  value: unknown,
  prefix: string,
  unread: Set<string>,
  defaults: Set<string>,
): unknown {
  if (Array.isArray(value) && value.some(isContainer))
    return value.map((item) => watch(item, `${prefix}0/`, unread, defaults));
  if (!isObject(value)) return value;
  const copy: object = Object.create(Object.getPrototypeOf(value));
  for (const [name, part] of Object.entries(value)) {
    const place = `${prefix}${name}`;
    const isSent = !defaults.has(`${name} ${toJsonText(part)}`);
    if (isSent) unread.add(place);
    const watched = isSent ? watch(part, `${place}/`, unread, defaults) : part;
    Object.defineProperty(copy, name, {
      configurable: true,
      enumerable: true,
      get() {
        unread.delete(place);
        return watched;
      },
      set: (changed) => Object.defineProperty(copy, name, { value: changed, writable: true }),
    });
  }
  return Object.isFrozen(value) ? Object.freeze(copy) : copy;
}

/** The defaults in schemas, which the validator puts beside what was sent: names of properties, and JSON. */
function findDefaults(schemas: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(schemas, (name, value) => {
    if (isObject(value) && value.default !== undefined)
      found.add(`${name} ${toJsonText(value.default)}`);
    return isContainer(value) ? value : undefined;
  });
  return found;
}
