// Owns the rules on how values are written in YAML: dates quoted, integers within 64 bits. Both are lost once parsed.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml';

const [MIN_INT64, MAX_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

/** To many parsers of YAML an unquoted date is a timestamp, not a string. */
export const quotedDates: Oas3Rule = forEachScalar((scalar) =>
  scalar.type === 'PLAIN' && /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt\s])/.test(scalar.source ?? '')
    ? `Quote the date: "${scalar.source}".`
    : undefined,
);

/** A number of JavaScript cannot tell 9223372036854775807 from the integer after it; the text can. */
export const int64Range: Oas3Rule = forEachScalar(({ value }) =>
  typeof value === 'bigint' && (value < MIN_INT64 || value > MAX_INT64)
    ? `${value} is not a 64-bit integer.`
    : undefined,
);

function forEachScalar(faultOf: (scalar: Scalar) => string | undefined): Oas3Rule {
  return () => ({
    Root(_root, { report, location: { source } }) {
      const lineCounter = new LineCounter();
      visit(parseDocument(source.body, { lineCounter, intAsBigInt: true }), (_key, node) => {
        const message = isScalar(node) ? faultOf(node) : undefined;
        if (message === undefined || !isScalar(node)) return;
        const { line, col } = lineCounter.linePos(node.range?.[0] ?? 0);
        report({ message, location: { source, pointer: undefined, start: { line, col } } });
      });
    },
  });
}
