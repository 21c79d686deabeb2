// The Express application: the middleware in the order in which a request passes it. Any middleware may throw an
// ApiError; the error handler writes the reply.
//
//   every path             request id, security headers, form of the API key, load measurement; at the end log, usage, metrics
//   /v1                    CORS -> authentication -> rate limit -> operation -> authorization -> body -> validation -> handler
//   /healthz, /readyz      probes, which are never shed
//   /, /favicon.ico        the index page; no icon
//   /openapi.json, /docs   the contract, and the API reference page
//   any other path         404
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express';
import { createCredentialParser } from './access/authenticate.js';
import { RateLimit } from './access/count-request.js';
import { measureLoad, shedLoad } from './access/load-shedding.js';
import { type ApiOptions, serveApi } from './api.js';
import { noteArrival } from './lib/event-loop-turn.js';
import type { Metrics } from './metrics/metrics.js';
import { liveness, type ReadinessCheck, readiness } from './pages/health.js';
import { noFavicon, serveIndexPage } from './pages/index-page.js';
import { cacheFiles, type ReadDocs, serveDocs, serveDocument } from './pages/reference-page.js';
import type { Limiter } from './rate-limit/limiter.js';
import { createErrorHandler, methodNotAllowed, notFound } from './request/error-handler.js';
import { Exchange } from './request/exchange.js';
import { logRequests } from './request/request-logger.js';
import { recordUsage, type UsageRecorder } from './usage/usage-recorder.js';

interface AppOptions extends Omit<ApiOptions, 'rateLimit' | 'handleError'> {
  /** Reads the files of the API reference. */
  readDocs: ReadDocs;
  limiter: Limiter;
  usage: UsageRecorder;
  /** Which proxies are trusted to report the client's address: Express' `trust proxy`. */
  trustProxy: boolean | number | string[];
  metrics: Metrics | undefined;
  checkReadiness: ReadinessCheck;
  /** Once aborted, /readyz reports that the service is not ready. Requests are still served. */
  stopping?: AbortSignal;
}

export function createApp(options: AppOptions): Express {
  const { contract, keyFormat, limiter, log, loadMonitor, metrics } = options;
  const handleError = createErrorHandler(log, keyFormat);
  const rateLimit = new RateLimit(limiter, contract, options.clock, metrics?.onDecision);
  const readFile = cacheFiles(options.readDocs);
  const writeLog = logRequests(log, keyFormat);
  const parseCredential = createCredentialParser(keyFormat);
  const countUsage = recordUsage(options.usage);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustProxy);

  /** Creates the exchange of a request, and registers what is done at its end. */
  const begin = (req: Request, res: Response): Exchange => {
    noteArrival();
    const exchange = new Exchange(req, res, keyFormat);
    res.locals = exchange;
    // One listener for the end, since each listener on a response costs microseconds.
    res.on('close', () => {
      writeLog(exchange);
      countUsage(exchange);
      metrics?.measureRequest(exchange);
    });
    parseCredential(exchange);
    measureLoad(loadMonitor, exchange, rateLimit.classify(exchange));
    return exchange;
  };

  const answer = serveApi({ ...options, rateLimit, handleError });
  // A mount path would make the router match and cut each URL, which takes about 2 % of a request.
  app.use((req, res, next) =>
    isBelow(contract.basePath, req.url) ? answer(begin(req, res)) : next(),
  );

  app.use((req, res, next) => {
    begin(req, res);
    next();
  });
  const readOnly = methodNotAllowed('GET, HEAD');
  app.route('/healthz').get(liveness).all(readOnly);
  const ready = readiness(options.checkReadiness, limiter, options.stopping);
  app.route('/readyz').get(ready).all(readOnly);
  app.use((_req, res, next) => {
    shedLoad(loadMonitor, res.locals);
    next();
  });
  app.route('/').get(serveIndexPage(contract, readFile)).all(readOnly);
  app.route('/favicon.ico').get(noFavicon).all(readOnly);
  app.route('/openapi.json').get(serveDocument(readFile)).all(readOnly);
  app.use('/docs', serveDocs(readFile, readOnly));

  app.use(notFound());
  const onError: ErrorRequestHandler = (thrown: unknown, _req, { locals }, _next) =>
    handleError(locals, thrown);
  app.use(onError);
  return app;
}

function isBelow(basePath: string, url: string): boolean {
  return url.startsWith(basePath) && [undefined, '/', '?'].includes(url[basePath.length]);
}
