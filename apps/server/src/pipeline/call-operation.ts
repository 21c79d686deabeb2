// Owns the call of an operation's handler: gives it what the validator passed, typed, and writes what it answers.
import type { OperationId } from '@animal-store/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { ContractParameter } from '../contract.js';
import { ApiError } from '../errors.js';
import { sendJson } from '../json/send-json.js';
import type { HandlerReply, Handlers, Services } from '../operations/handler.js';
import { setHeaders } from './set-headers.js';

type AnyReply = { [Id in OperationId]: HandlerReply<Id> }[OperationId];

export function callOperation(handlers: Handlers, services: Services): RequestHandler {
  return async (req, res) => {
    const { operation, caller } = res.locals;
    if (!operation || !caller) throw new ApiError('not_found'); // the stages before let nothing else through
    const request = assemble(req, res, operation.parameters);
    const handler: (request: never, services: Services) => Promise<AnyReply> =
      handlers[operation.id];
    // The one cast between HTTP and the contract's types: the validator has just checked that they agree.
    const reply = await handler({ ...request, caller } as never, services);
    setHeaders(res, reply.headers);
    sendJson(res, reply.status, reply.body);
  };
}

function assemble(req: Request, res: Response, parameters: readonly ContractParameter[]) {
  const { asked, integers, restoreIntegers } = res.locals;
  restoreIntegers?.();
  const headers: Record<string, unknown> = {};
  for (const { name, in: place } of parameters) {
    const sent = place === 'header' ? req.get(name) : undefined;
    if (sent !== undefined) headers[name] = integers?.header[name] ?? sent;
  }
  return { query: asked?.query, path: asked?.path, headers, body: req.body as unknown };
}
