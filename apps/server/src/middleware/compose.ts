// Compose: several middlewares that run as one. Express matches the path of each registered middleware against each
// request. Middlewares under the same path are composed here, so that Express matches the path only once.
import type { ErrorRequestHandler, NextFunction, RequestHandler } from 'express';

export type Middleware = RequestHandler | ErrorRequestHandler;

/**
 * Returns one middleware that runs these in order, by Express' rules: an error goes to the next error handler. A second
 * call of `next()` throws. An error after the first call goes straight to the outer `next`, since the following
 * middleware already runs. `next("route")` and `next("router")` are not supported.
 */
export function compose(...middlewares: readonly Middleware[]): RequestHandler {
  // Told apart once: the number of parameters is slow to read.
  const steps = middlewares.map((middleware) => ({
    handle: isErrorHandler(middleware) ? undefined : middleware,
    handleError: isErrorHandler(middleware) ? middleware : undefined,
  }));
  return (req, res, done) => {
    const run = (index: number, error: unknown) => {
      const step = steps[index];
      if (step === undefined) return done(error);
      const { handle, handleError } = step;
      if ((error ? handleError : handle) === undefined) return run(index + 1, error);
      let isCalled = false;
      const next: NextFunction = (thrown?: unknown) => {
        if (isCalled) {
          if (thrown) return done(thrown);
          throw new Error('next() called multiple times');
        }
        isCalled = true;
        run(index + 1, thrown);
      };
      try {
        const result: unknown = handleError
          ? handleError(error, req, res, next)
          : handle?.(req, res, next);
        if (result instanceof Promise) result.catch((thrown: unknown) => next(toError(thrown)));
      } catch (thrown) {
        next(toError(thrown));
      }
    };
    run(0, undefined);
  };
}

function toError(thrown: unknown): unknown {
  return thrown || new Error('a middleware failed with a falsy reason');
}

/** Express, too, recognizes an error handler by its number of parameters. */
function isErrorHandler(middleware: Middleware): middleware is ErrorRequestHandler {
  return middleware.length > 3;
}
