// What to write where YAML cannot be read: the parser says where it stopped, and a writer of prose needs to know what to change.
import type { Position } from './problems.js';

/** Keys whose values are prose. */
const PROSE = /^\s*(?:- )?(?:description|summary|title): +/;
/** What begins something else than a text. */
const SPECIAL = /^(?:[@`%&*!|>{[]|[-?] )/;

/** Advice for what the parser says of a place; undefined if there is none. */
export function yamlAdvice(
  reason: string,
  text: string,
  { line, column }: Position,
): string | undefined {
  const rows = text.split('\n');
  const [above = '', row = ''] = [rows[line - 2], rows[line - 1]];
  const [start, rest] = [row.slice(0, column - 1), row.slice(column - 1)];
  if (reason.startsWith('duplicated mapping key'))
    return `\`${/^["']?([^"':]*)/.exec(rest)?.[1]}\` stands there twice. Remove one, or give it another name.`;
  if (reason.startsWith('can not read a block mapping entry'))
    return 'The line above must begin with a key, a colon and a space, as in `description: An animal.`';
  if (reason === 'deficient indentation')
    return 'A bracket or a quotation mark above is not closed.';

  const [, quote] = /(["'])\s*$/.exec(start) ?? [];
  if (quote !== undefined && /^(?!["']|[\w$-]+: )./.test(rest))
    return `Quote the whole text, and write ${quote === "'" ? "''" : '\\"'} for each ${quote} inside it: YAML ends it at the second.`;
  if (/^:(?:\s|$)/.test(rest)) {
    const [, key] = /^\s*(?:- )?([\w$-]+)$/.exec(start) ?? [];
    const orIndent = key === undefined ? '' : `, or indent \`${key}\` as the keys beside it`;
    return `Quote the text: it contains \`: \`${orIndent}.`;
  }
  if (start.trim() === '' && PROSE.test(above) && above.includes(' #'))
    return 'Quote the text: it contains ` #`, and YAML ends it there.';
  const [sign] = PROSE.test(row) ? (SPECIAL.exec(row.replace(PROSE, '')) ?? []) : [];
  return sign && `Quote the text: it begins with ${sign.trim()}`;
}
