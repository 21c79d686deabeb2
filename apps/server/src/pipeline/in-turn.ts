// Owns a matter of speed. Express walks from one stage to the next by matching each one's path anew; a row of stages that
// all stand under one path is for it a single stage, and the walk between them is this.
import type { ErrorRequestHandler, NextFunction, RequestHandler } from 'express';

export type Stage = RequestHandler | ErrorRequestHandler;

/**
 * One stage that does what these do, one after the other, by Express' rules: what one throws goes to the next that takes
 * errors. «route» and «router» mean nothing here.
 */
export function inTurn(...stages: readonly Stage[]): RequestHandler {
  const steps: readonly ErrorRequestHandler[] = stages.map(toStep);
  return (req, res, done) => {
    let place = 0;
    const next: NextFunction = (error?: unknown) => {
      const step = steps[place];
      place += 1;
      if (step === undefined) return done(error);
      const fail = (thrown: unknown) =>
        next(thrown || new Error('a stage failed without saying why'));
      try {
        const ended: unknown = step(error, req, res, next);
        if (ended instanceof Promise) ended.catch(fail);
      } catch (thrown) {
        fail(thrown);
      }
    };
    next();
  };
}

/** Takes what came before as its first argument: an error passes by a stage that does not take errors, and the reverse. */
function toStep(stage: Stage): ErrorRequestHandler {
  return takesErrors(stage)
    ? (error, req, res, next) => (!error ? next() : stage(error, req, res, next))
    : (error, req, res, next) => (!error ? stage(req, res, next) : next(error));
}

/** Told by the number of its parameters, as Express does. */
function takesErrors(stage: Stage): stage is ErrorRequestHandler {
  return stage.length > 3;
}
