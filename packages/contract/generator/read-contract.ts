// Owns the reading of openapi.yaml: one document with every reference checked, or the faults, each with file, line and reason.
import { relative } from 'node:path';
import {
  bundle,
  createConfig,
  getLineColLocation,
  type LocationObject,
  lint,
  type NormalizedProblem,
} from '@redocly/openapi-core';

/** The contract as plain JSON, or `faults`: a line for each, as `openapi.yaml:12:3 reason`. */
export async function readContract(
  file: string,
): Promise<{ document?: Record<string, unknown>; faults: string[] }> {
  // Only what would make the generated code wrong; the house's style is the linter's business.
  const config = await createConfig({
    rules: {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId': 'error',
      'operation-operationId-unique': 'error',
      'path-parameters-defined': 'error',
    },
  });
  try {
    const problems = await lint({ ref: file, config });
    const faults = problems.filter((problem) => problem.severity === 'error').map(describe);
    if (faults.length > 0) return { faults };
    const { bundle: bundled } = await bundle({ ref: file, config, dereference: false });
    return { document: bundled.parsed as Record<string, unknown>, faults };
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] };
  }
}

function describe(problem: NormalizedProblem): string {
  const [location] = problem.location;
  return `  ${location ? place(location) : ''} ${problem.message}`;
}

function place(location: LocationObject): string {
  const file = relative(process.cwd(), location.source.absoluteRef);
  const { start } = getLineColLocation(location);
  return `${file}:${start.line}:${start.col}`;
}
