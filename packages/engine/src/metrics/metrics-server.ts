// Metrics server: GET /metrics on a listener of its own, which the API's clients cannot reach. It has none of the API's
// middleware.
import express, { type ErrorRequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { type HttpServer, listen } from '../connections/http-server.js';
import { discardUnreadBody } from '../http/request-body.js';
import { errorMessage } from '../lib/error-message.js';
import { SingleFlight } from '../lib/single-flight.js';
import type { Metrics } from './metrics.js';

const MAX_SCRAPE_CONNECTIONS = 32;

/** @throws an Error for the operator if it cannot listen on the address. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<HttpServer> {
  const scrapes = new SingleFlight<string>(); // concurrent scrapes cost as much as one
  const app = express().disable('x-powered-by').disable('etag').enable('strict routing');
  app
    .route('/metrics')
    .get(async (_req, res) => {
      const text = await scrapes.get('', metrics.toText);
      res.setHeader('Content-Type', metrics.contentType);
      res.send(text);
    })
    .all((_req, res) => {
      res.setHeader('Allow', 'GET, HEAD');
      refuse(res, 405, 'Use GET or HEAD.');
    });
  app.use((_req, res) => refuse(res, 404, 'The only path is /metrics.'));
  const onError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
    log.error({ err: error }, 'cannot collect the metrics');
    refuse(res, 500, 'The metrics cannot be collected: see the log.');
  };
  app.use(onError);
  const options = { port, host, maxConnections: MAX_SCRAPE_CONNECTIONS };
  return listen(app, { ...options, log: log.child({ listener: 'metrics' }) }).catch(
    throwMetricsListenError,
  );
}

function refuse(res: Response, status: number, message: string): void {
  discardUnreadBody(res);
  res.status(status).type('text').send(`${message}\n`);
}

/** @param error Of the system, which refuses the address. @throws an Error for the operator. */
export function throwMetricsListenError(error: unknown): never {
  const advice = 'set METRICS_PORT to another port, or METRICS_HOST to an address of this machine';
  throw new Error(`cannot serve metrics: ${errorMessage(error)}; ${advice}`, { cause: error });
}
