// Rules on regular expressions, those in `pattern` and those that are keys of `patternProperties`: they mean the same to
// every reader, and none has catastrophic backtracking.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';
import { portabilityProblem } from './portable-pattern.js';
import { backtrackingProblem } from './safe-pattern.js';

export const portablePattern = forEachPattern(portabilityProblem);
export const safePattern = forEachPattern(backtrackingProblem);

/** @param problemOf what is wrong with a pattern; undefined if nothing is. */
function forEachPattern(problemOf: (pattern: string) => string | undefined): Oas3Rule {
  return () => ({
    Schema(schema, { report, location }) {
      const found = [
        ...(typeof schema.pattern === 'string'
          ? [[schema.pattern, location.child('pattern')] as const]
          : []),
        ...entriesOf(getIn(schema, 'patternProperties')).map(
          ([pattern]) => [pattern, location.child(['patternProperties', pattern]).key()] as const,
        ),
      ];
      for (const [pattern, at] of found) {
        const message = problemOf(pattern);
        if (message !== undefined) report({ message, location: at });
      }
    },
  });
}
