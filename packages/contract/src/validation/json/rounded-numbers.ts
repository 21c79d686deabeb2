// Rounded numbers: the numbers of a request body that JavaScript cannot hold exactly. They are validated as JSON.parse has
// rounded them. Then 64-bit integers are made exact again, and larger ones are errors, except where the contract has
// `type: number`: there the rounded number is the value.
import { pointer } from './json-pointer.js';
import type { JsonProblem, StrictJson } from './strict-json.js';

/** A keyword of the validator sees the headers of the request, but not its other state. */
const byHeaders = new WeakMap<object, RoundedNumbers>();

export class RoundedNumbers {
  readonly #json: Pick<StrictJson, 'restoreIntegers'>;
  readonly #tooLarge: readonly JsonProblem[];
  readonly #accepted = new Set<string>();

  /** @param tooLarge The integers outside 64 bits. */
  constructor(
    headers: object,
    json: Pick<StrictJson, 'restoreIntegers'>,
    tooLarge: readonly JsonProblem[],
  ) {
    this.#json = json;
    this.#tooLarge = tooLarge;
    byHeaders.set(headers, this);
  }

  static of(headers: object): RoundedNumbers | undefined {
    return byHeaders.get(headers);
  }

  /** Takes the number at this JSON Pointer as it is. */
  accept(place: string): void {
    this.#accepted.add(place);
  }

  get errors(): JsonProblem[] {
    return this.#tooLarge.filter(({ path }) => !this.#isAccepted(path));
  }

  /** The body, in which 64-bit integers are exact. */
  restore(): unknown {
    return this.#json.restoreIntegers((path) => !this.#isAccepted(path));
  }

  #isAccepted(path: JsonProblem['path']): boolean {
    return this.#accepted.size > 0 && this.#accepted.has(pointer(path));
  }
}

/** Where express-openapi-validator has the body. */
const BODY = '/body';

/**
 * Takes the number at a place as it is.
 * @param request An object with the headers and the body of the request, which is what the validator validates.
 */
export function acceptRounded(request: { headers?: unknown }, instancePath: string): void {
  const { headers } = request;
  if (typeof headers !== 'object' || headers === null || !instancePath.startsWith(BODY)) return;
  RoundedNumbers.of(headers)?.accept(instancePath.slice(BODY.length));
}
