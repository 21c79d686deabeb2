// Dispatch: calls the operation's handler with the validated, typed request, and writes its reply.
import type { OperationId } from '@animal-store/contract';
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';
import { setHeaders } from '../http/headers.js';
import { sendJson } from '../http/send-json.js';
import type { HandlerResponse, Handlers, Services } from '../operations/handler.js';
import type { Store } from '../storage/store.js';
import { once } from './idempotency.js';

type AnyResponse = { [Id in OperationId]: HandlerResponse<Id> }[OperationId];

export function dispatch(
  handlers: Handlers,
  services: Services & { store: Store },
): RequestHandler {
  return async (req, res) => {
    const { operation, caller, parameters, roundedNumbers } = res.locals;
    if (!operation || !caller || !parameters) throw new ApiError('not_found'); // cannot happen: refused earlier
    const body: unknown = roundedNumbers === undefined ? req.body : roundedNumbers.restore();
    const request = { ...parameters, body, caller };
    const handler: (request: never, services: Services) => Promise<AnyResponse> =
      handlers[operation.id];
    // The only cast between HTTP and the contract's types: the validator has just checked that they match.
    const reply = await once(operation, request, services, async (inScope) => {
      const { headers, ...rest } = await handler(request as never, inScope);
      return { ...rest, headers: toHeaderTexts(headers) };
    });
    const { mediaType } = operation.successes.find(({ status }) => status === reply.status) ?? {};
    setHeaders(res, reply.headers);
    if (mediaType === undefined) res.status(reply.status).end();
    else sendJson(res, reply.status, reply.body, mediaType);
  };
}

/** Source: OpenAPI 3.1, style `simple`, which every header has. */
function toHeaderTexts(headers: object = {}): Record<string, string> {
  const texts = Object.entries(headers).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(texts);
}
