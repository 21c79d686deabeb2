// The Express application: the whole middleware pipeline in the order in which a request passes it. Any middleware may
// throw an ApiError; the error handler at the end writes the response.
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Contract } from './contract/contract.js';
import type { Clock } from './lib/clock.js';
import type { Limiter } from './limits/limiter.js';
import { handlers } from './operations/index.js';
import { allowOrigins } from './pipeline/allow-origins.js';
import { health, readiness } from './pipeline/answer-operator.js';
import { answerOptions } from './pipeline/answer-options.js';
import { authenticate, readCredential, requireCaller } from './pipeline/authenticate.js';
import { callOperation } from './pipeline/call-operation.js';
import { QuotaEnforcer } from './pipeline/enforce-quota.js';
import { identifyRequest } from './pipeline/identify-request.js';
import { inTurn, type Stage } from './pipeline/in-turn.js';
import { logRequest } from './pipeline/log-request.js';
import { nameOperation, requireOperation } from './pipeline/name-operation.js';
import { readBody } from './pipeline/read-body.js';
import { readParameters } from './pipeline/read-parameters.js';
import { createReadinessCheck, type ReadinessCheck } from './pipeline/readiness-check.js';
import { rememberVerdicts } from './pipeline/remember-verdicts.js';
import { renderError, unknownPath, wrongMethod } from './pipeline/render-error.js';
import { secureHeaders } from './pipeline/secure-headers.js';
import { dropPipelined, judgeLoad, type Load, shedLoad } from './pipeline/shed-load.js';
import { showDocument } from './pipeline/show-document.js';
import { validate } from './pipeline/validate.js';
import { showReference } from './reference/show-reference.js';
import type { Store } from './storage/store.js';

export interface AppOptions {
  contract: Contract;
  store: Store;
  limiter: Limiter;
  clock: Clock;
  log: Logger;
  /** Origins that browsers may call from. Each is compared exactly. */
  corsOrigins: readonly string[];
  /** Which proxies are trusted to report the client's address: Express' `trust proxy`. */
  trustProxy: boolean | number | string[];
  /** Load shedding. By default nothing is shed. */
  load?: Load;
  /** Once aborted, /readyz reports that the service is not ready. Requests are still served. */
  stopping?: AbortSignal;
  /** A warm validator saves the first requests the compilation of schemas. By default it compiles on first use. */
  validator?: readonly Stage[];
  /** Passed in if the check has already run, so that its warnings are not logged twice. */
  checkReadiness?: ReadinessCheck;
}

export function createApp({
  contract,
  store,
  limiter,
  clock,
  log,
  corsOrigins,
  trustProxy,
  load = { judge: () => 'serve', countShed: () => {} },
  stopping,
  validator = validate(contract),
  checkReadiness = createReadinessCheck(store, log),
}: AppOptions): Express {
  const answerError = renderError(log);
  const quota = new QuotaEnforcer(limiter, contract, clock);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);

  app.use(
    inTurn(
      dropPipelined(),
      identifyRequest(),
      logRequest(log),
      secureHeaders(),
      readCredential(),
      judgeLoad(load, quota.classOf),
    ),
  );

  app.use(
    contract.basePath,
    inTurn(
      allowOrigins(corsOrigins, contract, inTurn(shedLoad(load), quota.show())),
      quota.refuseAddress(),
      shedLoad(load),
      authenticate(store.keys, clock, load),
      nameOperation(contract),
      quota.count(),
      quota.showOnFailure(),
      requireCaller(),
      answerOptions(contract),
      requireOperation(contract),
      ...readBody(contract),
      rememberVerdicts(readParameters(contract), ...validator),
      callOperation(handlers, { contract, store }),
      answerError, // also here, so that an error does not pass through the routes below
    ),
  );

  const readOnly = wrongMethod('GET, HEAD');
  app.route('/healthz').get(health()).all(readOnly);
  app
    .route('/readyz')
    .get(readiness(checkReadiness, limiter, stopping))
    .all(readOnly);
  app.use(shedLoad(load));
  app.route('/openapi.json').get(showDocument(contract)).all(readOnly);
  app.use('/docs', showReference(contract, readOnly));

  app.use(unknownPath());
  app.use(answerError);
  return app;
}
