// Rounded numbers: the numbers of a request body that JavaScript cannot hold exactly. They are validated as JSON.parse has
// rounded them. Then 64-bit integers are made exact again, and larger ones are errors, except where the contract has
// `type: number`: there the rounded number is the value.
import { pointer } from './json-pointer.js';
import type { JsonProblem, StrictJson } from './strict-json.js';

/** Where a validated request has its body. */
const BODY = '/body';

/** The `this` of a compiled schema. */
export class RoundedNumbers {
  readonly #json: Pick<StrictJson, 'restoreIntegers'>;
  readonly #tooLarge: readonly JsonProblem[];
  readonly #accepted = new Set<string>();

  /** @param tooLarge The integers outside 64 bits. */
  constructor(json: Pick<StrictJson, 'restoreIntegers'>, tooLarge: readonly JsonProblem[]) {
    this.#json = json;
    this.#tooLarge = tooLarge;
  }

  /** Takes the number at a place as it is. Called by the keyword `double`. */
  accept(instancePath: string): void {
    if (instancePath.startsWith(BODY)) this.#accepted.add(instancePath.slice(BODY.length));
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
