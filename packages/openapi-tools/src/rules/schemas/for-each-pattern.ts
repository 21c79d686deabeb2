// Rules on regular expressions: those in `pattern`, and those that are keys of `patternProperties`.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';

/** @param problemOf what is wrong with a pattern; undefined if nothing is. */
export function forEachPattern(problemOf: (pattern: string) => string | undefined): Oas3Rule {
  return () => ({
    Schema(schema, { report, location }) {
      if (typeof schema.pattern === 'string') {
        const message = problemOf(schema.pattern);
        if (message !== undefined) report({ message, location: location.child('pattern') });
      }
      for (const [pattern] of entriesOf(getIn(schema, 'patternProperties'))) {
        const message = problemOf(pattern);
        if (message !== undefined)
          report({ message, location: location.child(['patternProperties', pattern]).key() });
      }
    },
  });
}
