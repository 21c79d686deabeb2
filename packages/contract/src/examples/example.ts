// Examples of a parameter, a header or a body.
import type { ContractDocument, WithExamples } from '../document.js';
import { resolve } from '../resolve.js';

/** The values of all examples. */
export function examplesOf(
  { example, examples = {} }: WithExamples,
  document: ContractDocument,
): unknown[] {
  const named = Object.values(examples).map(
    (entry) => resolve<{ value?: unknown }>(entry, document).value,
  );
  return example === undefined ? named : [example, ...named];
}

/** The first example; undefined if there is none. */
export function exampleOf(entry: WithExamples, document: ContractDocument): unknown {
  return examplesOf(entry, document)[0];
}
