// Owns the question which schemas of the contract the SDK exports as types of their own.

/** The file that gives them their short names, which the SDK exports. */
export const TYPES_FILE = 'packages/contract/src/schemas.ts';

/** The schemas that the text of that file names: `export type Pet = Schemas['Pet']`. */
export function exportedTypes(text: string): string[] {
  const rows = text.matchAll(/^export type \w+ = Schemas\['(\w+)'\];$/gm);
  return Array.from(rows, ([, name = '']) => name);
}
