// Where the files of a contract are. It imports nothing large: `spec diff` loads it before it knows whether anything changed.
import { extname, sep } from 'node:path';

/** The folder of the other files. It is an input of `generate` (turbo.json), and in the image (.dockerignore). */
export const PARTS_FOLDER = 'openapi';

/**
 * Whether the contract may have a part in this file: the build notices edits of it.
 * @param name relative to the contract's folder.
 */
export function isContractFile(name: string): boolean {
  const [folder, ...rest] = name.split(sep);
  const isPart = folder === PARTS_FOLDER && rest.length > 0;
  return name === 'openapi.yaml' || (isPart && ['.yaml', '.yml'].includes(extname(name)));
}
