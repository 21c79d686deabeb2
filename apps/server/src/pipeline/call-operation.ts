// Owns the call of an operation's handler: gives it what the validator passed, typed, and writes what it answers.
import type { OperationId } from '@animal-store/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { ContractParameter } from '../contract.js';
import { ApiError } from '../errors.js';
import { sendJson } from '../json/send-json.js';
import type { HandlerReply, Handlers, Services } from '../operations/handler.js';

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
    res.set(reply.headers ?? {});
    sendJson(res, reply.status, reply.body);
  };
}

function assemble(req: Request, res: Response, parameters: readonly ContractParameter[]) {
  const { asked, integers, restoreIntegers } = res.locals;
  restoreIntegers?.();
  const sentHeaders = parameters.filter((p) => p.in === 'header' && req.get(p.name) !== undefined);
  return {
    query: asked?.query,
    path: asked?.path,
    headers: {
      ...Object.fromEntries(sentHeaders.map(({ name }) => [name, req.get(name)])),
      ...integers?.header,
    },
    body: req.body as unknown,
  };
}
