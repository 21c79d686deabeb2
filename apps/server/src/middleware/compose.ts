// Compose: several middlewares that run as one. Express matches the path of each registered middleware against each
// request. Middlewares under the same path are composed here, so that Express matches the path only once.
import type { ErrorRequestHandler, NextFunction, RequestHandler } from 'express';

export type Middleware = RequestHandler | ErrorRequestHandler;

/**
 * Returns one middleware that runs these in order, by Express' rules: an error goes to the next error handler. A second
 * call of `next()` throws. An error after the first call goes straight to the outer `next`, since the following
 * middleware already runs. `next("route")` and `next("router")` are not supported.
 */
export function compose(...stages: readonly Middleware[]): RequestHandler {
  const steps: readonly ErrorRequestHandler[] = stages.map(toStep);
  return (req, res, done) => {
    const run = (place: number, error: unknown) => {
      const step = steps[place];
      if (step === undefined) return done(error);
      let isCalled = false;
      const next: NextFunction = (thrown?: unknown) => {
        if (isCalled) {
          if (thrown) return done(thrown);
          throw new Error('next() called multiple times');
        }
        isCalled = true;
        run(place + 1, thrown);
      };
      try {
        const ended: unknown = step(error, req, res, next);
        if (ended instanceof Promise) ended.catch((thrown: unknown) => next(toError(thrown)));
      } catch (thrown) {
        next(toError(thrown));
      }
    };
    run(0, undefined);
  };
}

function toError(thrown: unknown): unknown {
  return thrown || new Error('a middleware failed without saying why');
}

/** Takes the previous error first: an error skips ordinary middleware, and the absence of one skips error handlers. */
function toStep(stage: Middleware): ErrorRequestHandler {
  return takesErrors(stage)
    ? (error, req, res, next) => (!error ? next() : stage(error, req, res, next))
    : (error, req, res, next) => (!error ? stage(req, res, next) : next(error));
}

/** Express, too, recognizes an error handler by its number of parameters. */
function takesErrors(stage: Middleware): stage is ErrorRequestHandler {
  return stage.length > 3;
}
