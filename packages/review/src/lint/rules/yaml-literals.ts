// Rules on the text of YAML, which parsing would lose: values that readers of YAML take in different ways are quoted,
// integers fit in 64 bits, no text is cut, and names have no characters that a keyboard lacks.
import type { Oas3Rule, Source } from '@redocly/openapi-core';
import { isMap, isPair, isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml';
import { memoize } from '../../memoize.js';

/** Rules for the text of a contract's files: those of Redocly see the values only. */
type FileRule = (sources: readonly Source[]) => Oas3Rule;

/** Where a scalar stands. */
interface ScalarPlace {
  isKey: boolean;
  /** The key of its value, or of the list that it stands in. */
  key: unknown;
  /** Whether it names a parameter. */
  isParameterName: boolean;
}

/** What YAML 1.1 reads as another type than a text or a number: many parsers still do. */
const YAML_1_1 = {
  date: /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt\s])/,
  word: /^(?:y|yes|n|no|on|off|Y|Yes|YES|N|No|NO|On|ON|Off|OFF)$/,
  digits: /^[-+]?0o?\d+$/,
};
const QUOTE_REASONS: Record<string, string> = {
  word: ' Many readers of YAML take it for true or false.',
  digits: ' Many readers of YAML take it for an octal number. Write a number without the first 0.',
};

export const quotedLiterals: FileRule = forEachScalar(({ type, source = '' }) => {
  const [kind] = Object.entries(YAML_1_1).find(([, form]) => form.test(source)) ?? [];
  return type === 'PLAIN' && kind
    ? `Quote the ${kind}: "${source}".${QUOTE_REASONS[kind] ?? ''}`
    : undefined;
});

/** As a JavaScript number, 9223372036854775807 equals the next integer; as a bigint it does not. */
export const int64Range: FileRule = forEachScalar(({ value }) =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) !== value
    ? `${value} is not a 64-bit integer.`
    : undefined,
);

/** A comment behind a number or a key is one; behind prose, it was perhaps to be part of it. */
export const cutTexts: FileRule = forEachScalar(({ type, comment }, { isKey, key }) =>
  type === 'PLAIN' && comment && !isKey && /^(?:description|summary|title)$/.test(String(key))
    ? 'YAML ends the text before ` #`. Quote the text, or move the comment to a line of its own.'
    : undefined,
);

/** A word processor puts them there, and nobody types them. */
export const typeableNames: FileRule = forEachScalar(({ value }, place) => {
  const isName =
    place.isKey || place.isParameterName || /^(?:operationId|enum|const)$/.test(String(place.key));
  const found = isName
    ? /[‘’“”„\u00ad\u200b-\u200f\u2060\ufeff]/.exec(String(value))?.[0]
    : undefined;
  if (found === undefined) return undefined;
  const code = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[‘-„]/.test(found)
    ? `${JSON.stringify(value)} has the quotation mark ${found} (${code}) of a word processor: remove it, or write ' or ".`
    : `${JSON.stringify(value)} has a character that cannot be seen (${code}): remove it.`;
});

function forEachScalar(
  problemOf: (scalar: Scalar, place: ScalarPlace) => string | undefined,
): FileRule {
  return (sources) => () => ({
    Root(_root, { report }) {
      for (const source of sources) {
        const { document, lineCounter } = parse(source);
        visit(document, (key, node, path) => {
          const message = isScalar(node) ? problemOf(node, placeOf(key, path)) : undefined;
          if (message === undefined || !isScalar(node)) return;
          const { line, col } = lineCounter.linePos(node.range?.[0] ?? 0);
          report({ message, location: { source, pointer: undefined, start: { line, col } } });
        });
      }
    },
  });
}

/** Each file is parsed once, for all rules. */
const parse = memoize(({ body }: Source) => {
  const lineCounter = new LineCounter();
  return { document: parseDocument(body, { lineCounter, intAsBigInt: true }), lineCounter };
});

function placeOf(position: unknown, path: readonly unknown[]): ScalarPlace {
  const pair = path.findLast((node) => isPair(node));
  const key = isScalar(pair?.key) ? pair.key.value : undefined;
  const [owner] = path.slice(-2);
  const isParameterName = position === 'value' && key === 'name' && isMap(owner) && owner.has('in');
  return { isKey: position === 'key', key, isParameterName };
}
