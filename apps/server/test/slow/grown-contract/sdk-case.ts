// Calls of the SDK that is built from the grown contract. These files are compiled and run in a copy of the workspace.
import { deepStrictEqual } from 'node:assert';
import { AnimalStore, ApiError } from '@animal-store/sdk';

export const [, , baseUrl = '', apiKey = ''] = process.argv;
export const store = new AnimalStore({ baseUrl, apiKey });

export type Case = readonly [name: string, call: () => Promise<unknown>, wanted: unknown];
/** By construct. */
export type Cases = Readonly<Record<string, readonly Case[]>>;

/** Above 2^53. */
export const BIG = 9007199254740993n;
export const MAX = 9223372036854775807n;

/** A call that resolves to the value that it is given. */
export function same<Value>(
  name: string,
  call: (value: Value) => Promise<unknown>,
  value: Value,
): Case {
  return [name, () => call(value), value];
}

class Failure {
  /** @param text The beginning of the message, or of `pointer code` of the first error of a 400. */
  constructor(
    readonly name: string,
    readonly text: string,
  ) {}
}

/** A TypeError, before anything is sent. */
export const notSent = (message: string) => new Failure('TypeError', message);
export const refused = (error: string) => new Failure('InvalidRequestError', error);
export const NOT_FOUND = new Failure('NotFoundError', '');

/** @returns what differs; undefined if nothing does. */
export async function check([, call, wanted]: Case): Promise<string | undefined> {
  const got = await call().catch(toFailure);
  try {
    if (wanted instanceof Failure && got instanceof Failure && got.text.startsWith(wanted.text))
      deepStrictEqual(got.name, wanted.name);
    else deepStrictEqual(got, wanted);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) throw error;
  const [detail] = error instanceof ApiError ? error.details : [];
  return new Failure(error.name, detail ? `${detail.path} ${detail.code}` : error.message);
}
