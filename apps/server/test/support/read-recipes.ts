// Recipes of docs/recipes.md: the code blocks of each one, as edits of files.
import { readRepositoryFile } from './repository.js';

interface Recipe {
  /** Its heading: `Add an operation`. */
  title: string;
  edits: readonly FileEdit[];
}

export interface FileEdit {
  /** Relative to the repository. */
  file: string;
  /** @param text Of the file; undefined if it does not exist. @throws an Error if the edit does not fit the text. */
  apply(text: string | undefined): string;
}

const HEADING = /^### (Add .*)$/m;
/** A fenced block: its language, its file, the section to which it is added, and its lines. */
const BLOCK = /^```(\w+) (\S+?)(?: > (.*))?\n([\s\S]*?)^```$/gm;

export function readRecipes(): Recipe[] {
  const text = readRepositoryFile('docs/recipes.md');
  const [, ...parts] = text.split(HEADING);
  return parts.flatMap((part, index) =>
    index % 2 === 0 ? { title: part, edits: readEdits(parts[index + 1] ?? '') } : [],
  );
}

function readEdits(text: string): FileEdit[] {
  return Array.from(text.matchAll(BLOCK), ([, language, file = '', section, block = '']) => ({
    file,
    apply(before) {
      if (language === 'diff') return applyDiff(before ?? '', block, file);
      return section === undefined
        ? block
        : append(before ?? '', section.split(' > '), block, file);
    },
  }));
}

/** A hunk without line numbers: context lines, `-` lines and `+` lines. */
function applyDiff(text: string, hunk: string, file: string): string {
  const lines = hunk.split('\n').slice(0, -1);
  const linesOf = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(mark) ? [] : `${line.slice(1)}\n`)).join('');
  const parts = `\n${text}`.split(`\n${linesOf('+')}`);
  if (parts.length !== 2)
    throw new Error(`the hunk is in ${file} ${parts.length - 1} times, not once:\n${hunk}`);
  return parts.join(`\n${linesOf('-')}`).slice(1);
}

/** Adds the block before the line that ends the section: the first one that is not indented deeper than its heading. */
function append(text: string, names: readonly string[], block: string, file: string): string {
  const lines = text.split('\n');
  let start = -1;
  for (const name of names) {
    start = lines.findIndex(
      (line, index) =>
        index > start && new RegExp(`^ *(?:export const )?${name}(?::| =)`).test(line),
    );
    if (start < 0) throw new Error(`${file} has no section ${names.join(' > ')}`);
  }
  const indent = indentOf(lines[start] ?? '');
  let end = lines.findIndex(
    (line, index) => index > start && line.trim() !== '' && indentOf(line) <= indent,
  );
  if (end < 0) end = lines.length;
  while (lines[end - 1]?.trim() === '') end -= 1;
  return [...lines.slice(0, end), block.trimEnd(), ...lines.slice(end)].join('\n');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
