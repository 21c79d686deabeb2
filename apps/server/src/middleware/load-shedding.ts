// Load shedding as middleware: decides on each request as its handling begins, and refuses those that are shed.
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.js';
import type { EventLoopMonitor, RequestClass } from '../http/event-loop-monitor.js';

const RETRY_SECONDS = 1;

export type Load = Pick<EventLoopMonitor, 'judge' | 'countShed'>;

/** Connections that close after the reply that is being sent. */
const closing = new WeakSet<Socket>();

/** Closes a refused client's connection. A proxy's stays open, since it also carries requests of other clients. */
export function closeOwnConnection(req: Request, res: Response): void {
  if (req.ip === req.socket.remoteAddress) closeConnection(req, res);
}

/** Closes the connection after this reply. */
function closeConnection(req: Request, res: Response): void {
  res.setHeader('Connection', 'close');
  closing.add(req.socket);
}

/** Drops requests that were pipelined behind one whose reply closes the connection. Source: RFC 9112, 9.6. */
export function dropPipelined(): RequestHandler {
  return (req, _res, next) => {
    if (!closing.has(req.socket)) next();
  };
}

export function judgeLoad(
  load: Load,
  classOf: (req: Request, res: Response) => RequestClass,
): RequestHandler {
  return (req, res, next) => {
    const requestClass = classOf(req, res);
    const verdict = load.judge(requestClass);
    res.locals.isShed = verdict === 'shed';
    if (verdict !== 'serve' && requestClass !== 'key') closeConnection(req, res);
    next();
  };
}

/** Refuses the requests that are shed. Not for /healthz and /readyz, which always reply. */
export function shedLoad(load: Load): RequestHandler {
  return (_req, res, next) => {
    if (!res.locals.isShed) return next();
    throw shed(load, res);
  };
}

export function shed(load: Load, res: Response): ApiError {
  res.locals.isShed = true;
  load.countShed(res.locals.requestClass);
  return new ApiError('unavailable', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
}
