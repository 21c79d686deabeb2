import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { compose, type Middleware } from '../../../src/middleware/compose.js';

/** Says that it ran, and goes on. */
function says(word: string, done: string[]): RequestHandler {
  return (_req, _res, next) => {
    done.push(word);
    next();
  };
}

/** What was done, in order, and what came out at the end. */
function walk(
  stages: (done: string[]) => Middleware[],
): Promise<{ done: string[]; error: unknown }> {
  const done: string[] = [];
  return new Promise((resolve) => {
    const whole = compose(...stages(done));
    whole({} as Request, {} as Response, (error) => resolve({ done, error }));
  });
}

test('stages run one after the other, those that wait too', async () => {
  const { done, error } = await walk((done) => {
    const waits: RequestHandler = async (_req, _res, next) => {
      await null;
      done.push('first');
      next();
    };
    return [waits, says('second', done)];
  });
  expect(done).toEqual(['first', 'second']);
  expect(error).toBeUndefined();
});

test('when a stage ends the request, then none behind it runs', async () => {
  const done: string[] = [];
  const behind: RequestHandler = () => done.push('behind');
  compose(() => done.push('last'), behind)({} as Request, {} as Response, () => done.push('done'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['last']);
});

const fault = new Error('of a stage');
test.each<[string, RequestHandler]>([
  [
    'throws',
    () => {
      throw fault;
    },
  ],
  ['rejects', () => Promise.reject(fault)],
  ['hands on an error', (_req, _res, next) => next(fault)],
  [
    'throws after it has waited',
    async () => {
      await null;
      throw fault;
    },
  ],
])('when a stage %s, then only the next one that takes errors hears of it', async (_, stage) => {
  const { done, error } = await walk((done) => {
    const plain = says('plain', done);
    const before: ErrorRequestHandler = (_error, _req, _res, _next) => {
      done.push('before');
    };
    const takes: ErrorRequestHandler = (thrown, _req, _res, next) => {
      done.push(thrown.message);
      next();
    };
    return [before, stage, plain, takes, plain];
  });
  expect(done).toEqual(['of a stage', 'plain']);
  expect(error).toBeUndefined();
});

test.each<[string, RequestHandler]>([
  ['rejects with nothing', () => Promise.reject()],
  [
    'throws nothing',
    () => {
      throw undefined;
    },
  ],
])('when a stage %s, then that is an error too', async (_, stage) => {
  const { done, error } = await walk((done) => [stage, says('plain', done)]);
  expect(done).toEqual([]);
  expect(error).toBeInstanceOf(Error);
});

test('when nobody takes an error, then it leaves at the end', async () => {
  const fails: RequestHandler = (_req, _res, next) => next(fault);
  const { done, error } = await walk((done) => [fails, says('plain', done)]);
  expect(done).toEqual([]);
  expect(error).toBe(fault);
});

describe('when a stage calls next() twice, then nothing behind it runs twice, and the whole fails:', () => {
  const twice: [string, RequestHandler][] = [
    [
      'at once',
      (_req, _res, next) => {
        next();
        next();
      },
    ],
    [
      'after it has waited',
      async (_req, _res, next) => {
        next();
        await null;
        next();
      },
    ],
  ];

  test.each(twice)('%s', async (_, stage) => {
    const done: string[] = [];
    const waits: RequestHandler = async (_req, _res, next) => {
      done.push('waits');
      for (let turn = 0; turn < 5; turn += 1) await null;
      done.push('has waited');
      next();
    };
    const handler: RequestHandler = () => done.push('handler');
    const errors: unknown[] = [];
    // Nested, as body-parser has it.
    const whole = compose(compose(stage), waits, handler);
    whole({} as Request, {} as Response, (error) => errors.push(error));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['waits', 'has waited', 'handler']);
    expect(errors).toEqual([new Error('next() called multiple times')]);
  });
});

test('when a stage throws after it has called next(), then the error leaves at the end', async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const throws: RequestHandler = (_req, _res, next) => {
    next();
    throw fault;
  };
  const handler: RequestHandler = () => done.push('handler');
  compose(throws, handler)({} as Request, {} as Response, (error) => errors.push(error));
  expect([done, errors]).toEqual([['handler'], [fault]]);
});
