// Fixes of problems: what the linter names and can know, as edits of the files' text, so that all else stays as it is.
import { readFile, writeFile } from 'node:fs/promises';
import type { Problem } from '@animal-store/spec';

const REQUIRED = 'required: true';

/** Writes the fixes. @param problems in the order of their lines. @returns how many are fixed. */
export async function fixProblems(
  problems: readonly Problem[],
  pathOf: (file: string) => string,
): Promise<number> {
  let count = 0;
  for (const file of new Set(problems.map((problem) => problem.file))) {
    const path = pathOf(file);
    const before = await readFile(path, 'utf8');
    let text = before;
    // From the end of the file, so that positions stay true.
    for (const problem of problems.filter((one) => one.file === file).toReversed()) {
      const fixed = fix(text, problem);
      if (fixed !== text) count += 1;
      text = fixed;
    }
    if (text !== before) await writeFile(path, text);
  }
  return count;
}

/** The text without the problem; the text itself if the fix takes a decision. */
function fix(text: string, { rule, message, line, column }: Problem): string {
  const lines = text.split('\n');
  const row = lines[line - 1] ?? '';
  const [start, rest] = [row.slice(0, column - 1), row.slice(column - 1)];
  const replace = (...rows: string[]) => lines.toSpliced(line - 1, 1, ...rows).join('\n');

  const literal = /^Quote the (?:date|word): "([^"]*)"/.exec(message)?.[1];
  if (rule.endsWith('/quoted-literals') && literal !== undefined && rest.startsWith(literal))
    return replace(`${start}"${literal}"${rest.slice(literal.length)}`);

  if (!message.includes(`\`${REQUIRED}\``)) return text;
  if (rest.startsWith('false')) return replace(`${start}true${rest.slice('false'.length)}`);
  if (rule.endsWith('/contract-schema'))
    return rest.startsWith('{')
      ? replace(`${start}{ ${REQUIRED},${rest.slice(1)}`)
      : replace(`${start}${REQUIRED}`, ' '.repeat(start.length) + rest);
  // The key of a header that is described there.
  const [, key, flow] = /^([^:]+: *\{)(.*)$/.exec(rest) ?? [];
  if (flow !== undefined) return replace(`${start}${key} ${REQUIRED},${flow}`);
  const indent = /^ */.exec(lines[line] ?? '')?.[0] ?? '';
  return indent.length > start.length ? replace(row, indent + REQUIRED) : text;
}
