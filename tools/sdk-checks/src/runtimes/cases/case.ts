// Case of the program that every runtime runs: calls through the SDK, and the JSON that they must result in.
import type * as Sdk from '@animal-store/sdk';
import type * as Schemas from '@animal-store/sdk/schemas';
import type * as TanstackQuery from '@animal-store/sdk/tanstack-query';
import type * as Testing from '@animal-store/sdk/testing';

export interface Context {
  sdk: typeof Sdk;
  schemas: typeof Schemas;
  tanstackQuery: typeof TanstackQuery;
  testing: typeof Testing;
  /** The real server. */
  baseUrl: string;
  apiKey: string;
  publishableKey: string;
  /** The scripted server, without a scenario. */
  scriptedUrl: string;
}

export interface Case {
  run(context: Context): Promise<unknown>;
  expected: unknown;
}

export type Options = Partial<Sdk.AnimalStoreOptions>;

/** A client of the real server. */
export function connect(context: Context, options?: Options): Sdk.AnimalStore {
  const { sdk, baseUrl, apiKey } = context;
  return new sdk.AnimalStore({ baseUrl, apiKey, dangerouslyAllowBrowser: true, ...options });
}

/** A client of a scenario of the scripted server. */
export function connectTo(scenario: string, context: Context, options?: Options): Sdk.AnimalStore {
  return connect(context, { baseUrl: `${context.scriptedUrl}/${scenario}/v1`, ...options });
}

/** The error that a call rejects with. */
export async function rejection(call: PromiseLike<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
    return new Error(`rejected with something else: ${String(error)}`);
  }
  return new Error('the call did not reject');
}

/** Whether a call took as long as it must, and not much longer. */
export async function takes(fromMs: number, toMs: number, call: () => PromiseLike<unknown>) {
  const startMs = Date.now();
  await call();
  const durationMs = Date.now() - startMs;
  return durationMs >= fromMs && durationMs < toMs ? 'in time' : `after ${durationMs} ms`;
}
