// Examples of a parameter, a header or a body.
import type { Carrier } from '../../model/index.js';

/** The values of all examples. */
export function examplesOf({ examples }: Carrier): unknown[] {
  return examples.map(({ value }) => value);
}

/** The first example; undefined if there is none. */
export function exampleOf(carrier: Carrier): unknown {
  return carrier.examples[0]?.value;
}
