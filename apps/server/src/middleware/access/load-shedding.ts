// Load shedding: decides at the start of each request whether it is served, and refuses it with 503 if it is not.
import type { Request, RequestHandler, Response } from 'express';
import { unavailable } from '../../errors.js';
import { clientAddressOf } from '../../http/client-address.js';
import type { EventLoopMonitor, RequestClass } from '../../http/event-loop-monitor.js';

export type LoadMonitor = Pick<EventLoopMonitor, 'decide' | 'countShed'>;

/** Decides whether a request is shed. `shedLoad` refuses it; /healthz and /readyz, which always reply, are not behind it. */
export function measureLoad(
  monitor: LoadMonitor,
  classify: (req: Request, res: Response) => RequestClass,
): RequestHandler {
  return (req, res, next) => {
    const requestClass = classify(req, res);
    const decision = monitor.decide(requestClass);
    res.locals.requestClass = requestClass;
    res.locals.isShed = decision === 'shed';
    if (decision !== 'serve' && requestClass !== 'key') res.setHeader('Connection', 'close');
    next();
  };
}

export function shedLoad(monitor: LoadMonitor): RequestHandler {
  return (_req, res, next) => (res.locals.isShed ? shedRequest(monitor, res) : next());
}

export function shedRequest(monitor: LoadMonitor, res: Response): never {
  res.locals.isShed = true;
  monitor.countShed(res.locals.requestClass);
  throw unavailable();
}

/** Closes a refused client's connection. A proxy's stays open, since it also carries requests of other clients. */
export function closeDirectConnection(req: Request, res: Response): void {
  if (clientAddressOf(req) === req.socket.remoteAddress) res.setHeader('Connection', 'close');
}
