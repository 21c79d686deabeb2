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
import type { Logger } from 'pino';
import { createCredentialParser } from './access/authenticate.js';
import { RateLimit } from './access/count-request.js';
import { type LoadMonitor, measureLoad, shedLoad } from './access/load-shedding.js';
import { type ApiOptions, type Examples, serveApi } from './api.js';
import type { KeyFormat } from './keys/api-key.js';
import { noteArrival } from './lib/event-loop-turn.js';
import type { Metrics } from './metrics/metrics.js';
import { recordUsage, type UsageRecorder } from './metrics/usage-recorder.js';
import { createReadinessCheck, liveness, type ReadinessCheck, readiness } from './pages/health.js';
import { noFavicon, serveIndexPage } from './pages/index-page.js';
import { cacheFiles, type ReadDocs, serveDocs, serveDocument } from './pages/reference-page.js';
import type { Limiter } from './rate-limit/limiter.js';
import { createErrorHandler, methodNotAllowed, notFound } from './request/error-handler.js';
import { Exchange } from './request/exchange.js';
import { logRequests } from './request/request-logger.js';

export interface AppOptions
  extends Omit<ApiOptions, 'rateLimit' | 'loadMonitor' | 'handleError' | 'examples'> {
  /** Reads the files of the API reference. */
  readDocs: ReadDocs;
  keyFormat: KeyFormat;
  limiter: Limiter;
  log: Logger;
  /** By default usage is not recorded. */
  usage?: UsageRecorder;
  /** Which proxies are trusted to report the client's address: Express' `trust proxy`. */
  trustProxy: boolean | number | string[];
  /** By default nothing is shed. */
  loadMonitor?: LoadMonitor;
  metrics?: Metrics | undefined;
  /** Once aborted, /readyz reports that the service is not ready. Requests are still served. */
  stopping?: AbortSignal;
  /** Passed in if the check has already run, so that its warnings are not logged twice. */
  checkReadiness?: ReadinessCheck;
  /** Answers in place of handlers. For development: see `dev/`. */
  examples?: Examples;
}

export function createApp({
  realm,
  contract,
  readDocs,
  keyFormat,
  store,
  limiter,
  clock,
  log,
  usage,
  corsOrigins,
  trustProxy,
  loadMonitor = { decide: () => 'serve', countShed: () => {} },
  metrics,
  stopping,
  validators,
  handlers,
  checkReadiness = createReadinessCheck(store, log),
  examples,
}: AppOptions): Express {
  const handleError = createErrorHandler(log, keyFormat);
  const rateLimit = new RateLimit(limiter, contract, clock, metrics?.onDecision);
  const readFile = cacheFiles(readDocs);
  const writeLog = logRequests(log, keyFormat);
  const parseCredential = createCredentialParser(keyFormat);
  const countUsage = usage && recordUsage(usage);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);

  /** Creates the exchange of a request, and registers what is done at its end. */
  const begin = (req: Request, res: Response): Exchange => {
    noteArrival();
    const exchange = new Exchange(req, res, keyFormat);
    res.locals = exchange;
    // One listener for the end, since each listener on a response costs microseconds.
    res.on('close', () => {
      writeLog(exchange);
      countUsage?.(exchange);
      metrics?.measureRequests(exchange);
    });
    parseCredential(exchange);
    measureLoad(loadMonitor, exchange, rateLimit.classify(exchange));
    return exchange;
  };

  const answer = serveApi({
    ...{ realm, contract, validators, handlers, store, clock, corsOrigins, rateLimit, loadMonitor },
    ...{ handleError, examples },
  });
  // A mount path would make the router match and cut each URL, which takes about 2 % of a request.
  app.use((req, res, next) =>
    isBelow(contract.basePath, req.url) ? answer(begin(req, res)) : next(),
  );

  app.use((req, res, next) => {
    begin(req, res);
    next();
  });
  const readOnly = methodNotAllowed('GET, HEAD');
  app.route('/healthz').get(liveness()).all(readOnly);
  app
    .route('/readyz')
    .get(readiness(checkReadiness, limiter, stopping))
    .all(readOnly);
  app.use((_req, res, next) => {
    shedLoad(loadMonitor, res.locals);
    next();
  });
  app.route('/').get(serveIndexPage(contract, readFile)).all(readOnly);
  app.route('/favicon.ico').get(noFavicon()).all(readOnly);
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
