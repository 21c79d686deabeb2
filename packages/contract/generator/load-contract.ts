// Owns the reading of openapi.yaml: one document with every reference checked, or the faults, each with file, line and reason.
import { dirname, relative } from 'node:path';
import {
  bundle,
  createConfig,
  getLineColLocation,
  type LocationObject,
  lint,
  type NormalizedProblem,
  type Source,
  YamlParseError,
} from '@redocly/openapi-core';
import type { ContractDocument } from '../src/document.js';
import { type BundledDocument, hoistParameters } from './hoist-parameters.js';

/** The contract, or `faults`: a line for each, as `openapi.yaml:12:3 reason`. */
export async function loadContract(
  file: string,
): Promise<{ document?: ContractDocument; faults: string[] }> {
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
    const faults = problems
      .filter((problem) => problem.severity === 'error')
      .map((problem) => describe(problem, dirname(file)));
    if (faults.length > 0) return { faults };
    const { bundle: bundled } = await bundle({ ref: file, config, dereference: false });
    return { document: hoistParameters(bundled.parsed as BundledDocument), faults }; // the compiler judges it, see main.ts
  } catch (error) {
    if (error instanceof YamlParseError) return { faults: [describeYaml(error, dirname(file))] };
    return { faults: [`  ${error instanceof Error ? error.message : String(error)}`] };
  }
}

function describe(problem: NormalizedProblem, folder: string): string {
  const [location] = problem.location;
  return `  ${location ? place(location, folder) : ''} ${problem.message}`;
}

/** The parser's message ends with the file and the place, in its own form. */
function describeYaml(
  { originalError, source, line, col }: YamlParseError,
  folder: string,
): string {
  const [reason = ''] = originalError.message.split(' in "');
  return `  ${nameOf(source, folder)}:${line}:${col} ${reason}`;
}

function place(location: LocationObject, folder: string): string {
  const { start } = getLineColLocation(location);
  return `${nameOf(location.source, folder)}:${start.line}:${start.col}`;
}

/** As seen from the contract's folder, which is where its reader stands. */
function nameOf({ absoluteRef }: Source, folder: string): string {
  return relative(folder, absoluteRef);
}
