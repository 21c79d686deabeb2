// Observe responses: reports each response when it ends, or when the client disconnects before, to the log, usage and
// metrics. They share one listener, since each listener on a response costs microseconds.
import type { Request, RequestHandler, Response } from 'express';
import { clientAddressOf } from '../http/client-address.js';

/** A request and what became of it. */
export interface Exchange {
  req: Request;
  res: Response;
  /** As the client sent it. Later, `req.method` is GET for HEAD. */
  method: string;
  url: string;
  /** The client's address, behind a trusted proxy as the proxy reports it. */
  ip: string;
  /** Undefined if the client disconnected before the response began. */
  status: number | undefined;
  durationMs: number;
}

export type ResponseObserver = (exchange: Exchange) => void;

export function observeResponses(observers: readonly ResponseObserver[]): RequestHandler {
  return (req, res, next) => {
    const startMs = performance.now();
    const { method, originalUrl: url } = req;
    const ip = clientAddressOf(req) ?? ''; // a closed socket has no address
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : undefined;
      const durationMs = performance.now() - startMs;
      const exchange = { req, res, method, url, ip, status, durationMs };
      for (const observe of observers) observe(exchange);
    });
    next();
  };
}
