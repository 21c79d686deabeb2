// The server, top to bottom: every request walks down this page, a line a stage. Any stage may throw an ApiError; the
// last line writes it.
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Clock } from './clock.js';
import type { Contract } from './contract.js';
import type { Limiter } from './limits/limiter.js';
import { handlers } from './operations/index.js';
import { allowOrigins } from './pipeline/allow-origins.js';
import { health, readiness } from './pipeline/answer-operator.js';
import { answerOptions } from './pipeline/answer-options.js';
import { authenticate, requireCaller } from './pipeline/authenticate.js';
import { callOperation } from './pipeline/call-operation.js';
import { enforceQuota, showQuota } from './pipeline/enforce-quota.js';
import { identifyRequest } from './pipeline/identify-request.js';
import { inTurn, type Stage } from './pipeline/in-turn.js';
import { logRequest } from './pipeline/log-request.js';
import { nameOperation } from './pipeline/name-operation.js';
import { readBody } from './pipeline/read-body.js';
import { readParameters } from './pipeline/read-parameters.js';
import { rememberVerdicts } from './pipeline/remember-verdicts.js';
import { renderError, unknownPath } from './pipeline/render-error.js';
import { secureHeaders } from './pipeline/secure-headers.js';
import { shedLoad } from './pipeline/shed-load.js';
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
  /** Origins that may call from a browser, to the letter. */
  corsOrigins: readonly string[];
  /** Which hops may name the client's address: Express' `trust proxy`. */
  trustProxy: boolean | number | string[];
  /** Whether to turn requests away, because those that are there already take too long. */
  isOverloaded?: () => boolean;
  /** Once aborted, the service is no longer ready, though it still answers. */
  stopping?: AbortSignal;
  /** A warm one spares the first requests a wait; by default it warms as they come. */
  validator?: readonly Stage[];
}

export function createApp({
  contract,
  store,
  limiter,
  clock,
  log,
  corsOrigins,
  trustProxy,
  isOverloaded = () => false,
  stopping,
  validator = validate(contract),
}: AppOptions): Express {
  const answerError = renderError(log);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);

  app.use(inTurn(identifyRequest(), logRequest(log), secureHeaders()));

  app.use(
    contract.basePath,
    inTurn(
      allowOrigins(corsOrigins, contract, showQuota(limiter, contract)),
      shedLoad(isOverloaded),
      authenticate(store.keys, clock),
      nameOperation(contract),
      ...enforceQuota(limiter, contract, clock),
      requireCaller(),
      answerOptions(contract),
      ...readBody(contract),
      rememberVerdicts(readParameters(), ...validator),
      callOperation(handlers, { contract, store, clock }),
      answerError, // here too, so that a refusal does not walk past the paths below
    ),
  );

  app.get('/healthz', health());
  app.get('/readyz', readiness(store, limiter, stopping));
  app.get('/openapi.json', showDocument(contract));
  app.use('/docs', showReference(contract));

  app.use(unknownPath());
  app.use(answerError);
  return app;
}
