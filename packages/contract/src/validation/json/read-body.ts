// JSON of a request body: its value, and the integers that only its schema can judge.
import type { ErrorDetails } from '../error-details.js';
import { type JsonProblem, NOT_INT64, parseStrictJson, type StrictJson } from './strict-json.js';

export interface BodyJson extends StrictJson {
  /** The integers outside 64 bits. They are errors, except where the contract has `type: number`. */
  tooLarge: readonly JsonProblem[];
  /** Numbers that are errors wherever they are. JSON text has none. */
  inexact?: readonly JsonProblem[];
}

/**
 * Adds to `details` what is wrong with the text whatever its schema. If the text was not fully scanned, these are the
 * only errors to report.
 * @throws SyntaxError if the text is not JSON.
 */
export function readBody(text: string, details: ErrorDetails): BodyJson {
  const tooLarge: JsonProblem[] = [];
  const json = parseStrictJson(text, (problem) => {
    if (problem.message === NOT_INT64.message) tooLarge.push(problem);
    else details.add('body', problem.path, problem);
    return !details.isFull;
  });
  return { ...json, tooLarge };
}
