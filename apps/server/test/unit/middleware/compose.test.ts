import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { compose, type Middleware } from '../../../src/middleware/compose.js';

/** Middleware that records that it ran. */
function record(word: string, done: string[]): RequestHandler {
  return (_req, _res, next) => {
    done.push(word);
    next();
  };
}

/** Runs the middlewares. Returns what they recorded and the error passed to the final `next`. */
function run(
  middlewares: (done: string[]) => Middleware[],
): Promise<{ done: string[]; error: unknown }> {
  const done: string[] = [];
  return new Promise((resolve) => {
    const composed = compose(...middlewares(done));
    composed({} as Request, {} as Response, (error) => resolve({ done, error }));
  });
}

test('middlewares run in order, also asynchronous ones', async () => {
  const { done, error } = await run((done) => {
    const asynchronous: RequestHandler = async (_req, _res, next) => {
      await null;
      done.push('first');
      next();
    };
    return [asynchronous, record('second', done)];
  });
  expect(done).toEqual(['first', 'second']);
  expect(error).toBeUndefined();
});

test('when a middleware ends the request, then none after it runs', async () => {
  const done: string[] = [];
  const after: RequestHandler = () => done.push('after');
  compose(() => done.push('last'), after)({} as Request, {} as Response, () => done.push('done'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['last']);
});

const failure = new Error('of a middleware');
test.each<[string, RequestHandler]>([
  [
    'throws',
    () => {
      throw failure;
    },
  ],
  ['rejects', () => Promise.reject(failure)],
  ['passes an error to next', (_req, _res, next) => next(failure)],
  [
    'throws asynchronously',
    async () => {
      await null;
      throw failure;
    },
  ],
])(
  'when a middleware %s, then only the next error middleware gets the error',
  async (_, middleware) => {
    const { done, error } = await run((done) => {
      const plain = record('plain', done);
      const before: ErrorRequestHandler = (_error, _req, _res, _next) => {
        done.push('before');
      };
      const handlesError: ErrorRequestHandler = (thrown, _req, _res, next) => {
        done.push(thrown.message);
        next();
      };
      return [before, middleware, plain, handlesError, plain];
    });
    expect(done).toEqual(['of a middleware', 'plain']);
    expect(error).toBeUndefined();
  },
);

test.each<[string, RequestHandler]>([
  ['rejects with nothing', () => Promise.reject()],
  [
    'throws nothing',
    () => {
      throw undefined;
    },
  ],
])('when a middleware %s, then that is an error too', async (_, middleware) => {
  const { done, error } = await run((done) => [middleware, record('plain', done)]);
  expect(done).toEqual([]);
  expect(error).toBeInstanceOf(Error);
});

test('when there is no error middleware, then the error is passed to the final next', async () => {
  const fails: RequestHandler = (_req, _res, next) => next(failure);
  const { done, error } = await run((done) => [fails, record('plain', done)]);
  expect(done).toEqual([]);
  expect(error).toBe(failure);
});

describe('when a middleware calls next() twice, then none after it runs twice, and there is an error:', () => {
  const twice: [string, RequestHandler][] = [
    [
      'at once',
      (_req, _res, next) => {
        next();
        next();
      },
    ],
    [
      'asynchronously',
      async (_req, _res, next) => {
        next();
        await null;
        next();
      },
    ],
  ];

  test.each(twice)('%s', async (_, middleware) => {
    const done: string[] = [];
    const asynchronous: RequestHandler = async (_req, _res, next) => {
      done.push('asynchronous');
      for (let turn = 0; turn < 5; turn += 1) await null;
      done.push('has waited');
      next();
    };
    const handler: RequestHandler = () => done.push('handler');
    const errors: unknown[] = [];
    // nested, like body-parser
    const composed = compose(compose(middleware), asynchronous, handler);
    composed({} as Request, {} as Response, (error) => errors.push(error));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['asynchronous', 'has waited', 'handler']);
    expect(errors).toEqual([new Error('next() called multiple times')]);
  });
});

test('when a middleware throws after next(), then the error is passed to the final next', async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const throws: RequestHandler = (_req, _res, next) => {
    next();
    throw failure;
  };
  const handler: RequestHandler = () => done.push('handler');
  compose(throws, handler)({} as Request, {} as Response, (error) => errors.push(error));
  expect([done, errors]).toEqual([['handler'], [failure]]);
});
