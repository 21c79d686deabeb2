// Dispatch: calls the operation's handler with the validated, typed request, and writes its reply.
import type { OperationId } from '@animal-store/contract';
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';
import { setHeaders } from '../http/headers.js';
import { sendJson } from '../http/send-json.js';
import type { HandlerResponse, Handlers, Services } from '../operations/handler.js';
import type { Store } from '../storage/store.js';
import { once, toClaim } from './idempotency.js';

type AnyResponse = { [Id in OperationId]: HandlerResponse<Id> }[OperationId];

export function dispatch(
  handlers: Handlers,
  services: Services & { store: Store },
): RequestHandler {
  return async (req, res) => {
    const { operation, caller, parameters, roundedNumbers } = res.locals;
    if (!operation || !caller || !parameters) throw new ApiError('not_found'); // cannot happen: refused earlier
    const body: unknown = roundedNumbers === undefined ? req.body : roundedNumbers.restore();
    const { query, path, headers } = parameters;
    const request = { query, path, headers, body, caller };
    const handler: (request: never, services: Services) => Promise<AnyResponse> =
      handlers[operation.id];
    // The only cast between HTTP and the contract's types: the validator has just checked that they match.
    const claim = toClaim(operation, request, services.contract);
    const reply =
      claim === undefined
        ? await handler(request as never, services)
        : await once(claim, services, (inScope) => handler(request as never, inScope));
    const { mediaType } = operation.successes.find(({ status }) => status === reply.status) ?? {};
    setHeaders(res, reply.headers);
    if (mediaType === undefined) res.status(reply.status).end();
    else sendJson(res, reply.status, reply.body, mediaType);
  };
}
