// The Express application: the middleware in the order in which a request passes it. Any middleware may throw an
// ApiError; the error handler writes the reply.
//
//   every path             request id, security headers, form of the API key, load measurement; at the end log, usage, metrics
//   /v1                    CORS -> authentication -> rate limit -> operation -> authorization -> body -> validation -> handler
//   /healthz, /readyz      probes, which are never shed
//   /openapi.json, /docs   the contract, and the API reference page
//   any other path         404
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Contract } from './contract/contract.js';
import { serveDocument } from './docs/openapi-document.js';
import { serveDocs } from './docs/serve-docs.js';
import type { Clock } from './lib/clock.js';
import type { Metrics } from './metrics/metrics.js';
import { AllowedOrigins } from './middleware/access/allowed-origins.js';
import { authenticate, parseCredential, requireCaller } from './middleware/access/authenticate.js';
import { authorize } from './middleware/access/authorize.js';
import { cors } from './middleware/access/cors.js';
import { type LoadMonitor, measureLoad, shedLoad } from './middleware/access/load-shedding.js';
import { RateLimit } from './middleware/access/rate-limit.js';
import { recordLastUse } from './middleware/access/record-last-use.js';
import { bodyParser } from './middleware/body-parser.js';
import { compose, type Middleware } from './middleware/compose.js';
import { deprecatedBodies } from './middleware/deprecation.js';
import { dispatch } from './middleware/dispatch.js';
import { errorHandler, methodNotAllowed, notFound } from './middleware/error-handler.js';
import {
  createReadinessCheck,
  liveness,
  type ReadinessCheck,
  readiness,
} from './middleware/health.js';
import { answerOptions, matchOperation, requireOperation } from './middleware/match-operation.js';
import { observeResponses } from './middleware/observe-responses.js';
import { requestId } from './middleware/request-id.js';
import { logRequests } from './middleware/request-logger.js';
import { securityHeaders } from './middleware/security-headers.js';
import type { Handlers } from './operations/handler.js';
import { handlers as ownHandlers } from './operations/index.js';
import type { Limiter } from './rate-limit/limiter.js';
import type { Store } from './storage/store.js';
import { recordUsage, type UsageRecorder } from './usage/usage-recorder.js';
import { strictParameters } from './validation/strict-parameters.js';
import { validate } from './validation/validate.js';
import { cacheValidation } from './validation/validation-cache.js';

export interface AppOptions {
  contract: Contract;
  store: Store;
  limiter: Limiter;
  clock: Clock;
  log: Logger;
  /** By default usage is not recorded. */
  usage?: UsageRecorder;
  /** Patterns of the origins that browsers may call from, besides those of keys (lib/origin-pattern.ts). */
  corsOrigins: readonly string[];
  /** Which proxies are trusted to report the client's address: Express' `trust proxy`. */
  trustProxy: boolean | number | string[];
  /** By default nothing is shed. */
  loadMonitor?: LoadMonitor;
  metrics?: Metrics | undefined;
  /** Once aborted, /readyz reports that the service is not ready. Requests are still served. */
  stopping?: AbortSignal;
  /** A warm validator saves the first requests the compilation of schemas. By default it compiles on first use. */
  validator?: readonly Middleware[];
  /** By default those of the contract's operations. */
  handlers?: Handlers;
  /** Passed in if the check has already run, so that its warnings are not logged twice. */
  checkReadiness?: ReadinessCheck;
  /** Runs before the handlers, and may answer in their place. For development: see `dev/`. */
  examples?: Middleware;
}

export function createApp({
  contract,
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
  validator = validate(contract),
  handlers = ownHandlers,
  checkReadiness = createReadinessCheck(store, log),
  examples,
}: AppOptions): Express {
  const handleError = errorHandler(log);
  const rateLimit = new RateLimit(limiter, contract, clock, metrics?.onDecision);
  const shed = shedLoad(loadMonitor);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);

  app.use(
    compose(
      requestId(),
      observeResponses([
        logRequests(log),
        ...(usage ? [recordUsage(usage)] : []),
        ...(metrics ? [metrics.measureRequests] : []),
      ]),
      securityHeaders(),
      parseCredential(),
      measureLoad(loadMonitor, rateLimit.classify),
    ),
  );

  app.use(
    contract.basePath,
    compose(
      cors(
        new AllowedOrigins(corsOrigins, store.keys, clock),
        contract,
        compose(shed, rateLimit.setHeaders()), // preflight requests end here
      ),
      rateLimit.refuseAddress(), // 429 without a lookup
      shed,
      authenticate(store.keys, clock, loadMonitor),
      matchOperation(contract),
      rateLimit.enforce(), // 429
      rateLimit.setHeadersOnError(), // for errors of the steps above
      recordLastUse(store.counters, clock),
      requireCaller(), // 401
      requireOperation(contract), // 404, 405
      authorize(), // 403
      answerOptions(contract),
      bodyParser(contract), // 413, 415, 400
      ...deprecatedBodies(contract),
      cacheValidation(strictParameters(contract), ...validator), // 400
      ...(examples ? [examples] : []),
      dispatch(handlers, { contract, store }),
      handleError, // also here, so that an error does not pass through the routes below
    ),
  );

  const readOnly = methodNotAllowed('GET, HEAD');
  app.route('/healthz').get(liveness()).all(readOnly);
  app
    .route('/readyz')
    .get(readiness(checkReadiness, limiter, stopping))
    .all(readOnly);
  app.use(shed);
  app.route('/openapi.json').get(serveDocument(contract)).all(readOnly);
  app.use('/docs', serveDocs(contract, readOnly));

  app.use(notFound());
  app.use(handleError);
  return app;
}
