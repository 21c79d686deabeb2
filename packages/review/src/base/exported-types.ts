// Schemas of the contract that the SDK exports as types.

/** The file that names the types that the SDK exports. */
export const TYPES_FILE = 'packages/contract/src/schemas.ts';

/** The schemas that the text of that file exports, each as `export type Pet = Schemas['Pet']`. */
export function exportedTypes(text: string): string[] {
  const rows = text.matchAll(/^export type \w+ = Schemas\['(\w+)'\];$/gm);
  return Array.from(rows, ([, name = '']) => name);
}
