// Text files that the user names or edits.
import { readFile } from 'node:fs/promises';
import { getIn } from '@animal-store/openapi-tools/json';
import { UserError } from './user-error.js';

/**
 * The text of a file; undefined if it does not exist.
 * @param name the file as the error names it. @throws UserError if the file cannot be read.
 */
export async function readText(path: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = getIn(error, 'code');
    if (code === 'ENOENT') return undefined;
    throw new UserError(`${name} cannot be read (${code}).`);
  }
}
