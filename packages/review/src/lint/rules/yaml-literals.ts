// Rules on YAML literals, which parsing would lose: dates are quoted, and integers fit in 64 bits.
import type { Oas3Rule, Source } from '@redocly/openapi-core';
import { isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml';

/** Rules for the text of a contract's files: those of Redocly see the values only. */
type FileRule = (sources: readonly Source[]) => Oas3Rule;

/** Many YAML parsers read an unquoted date as a timestamp, not a string. */
export const quotedDates: FileRule = forEachScalar((scalar) =>
  scalar.type === 'PLAIN' && /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt\s])/.test(scalar.source ?? '')
    ? `Quote the date: "${scalar.source}".`
    : undefined,
);

/** As a JavaScript number, 9223372036854775807 equals the next integer; as a bigint it does not. */
export const int64Range: FileRule = forEachScalar(({ value }) =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) !== value
    ? `${value} is not a 64-bit integer.`
    : undefined,
);

function forEachScalar(problemOf: (scalar: Scalar) => string | undefined): FileRule {
  return (sources) => () => ({
    Root(_root, { report }) {
      for (const source of sources) {
        const lineCounter = new LineCounter();
        visit(parseDocument(source.body, { lineCounter, intAsBigInt: true }), (_key, node) => {
          const message = isScalar(node) ? problemOf(node) : undefined;
          if (message === undefined || !isScalar(node)) return;
          const { line, col } = lineCounter.linePos(node.range?.[0] ?? 0);
          report({ message, location: { source, pointer: undefined, start: { line, col } } });
        });
      }
    },
  });
}
