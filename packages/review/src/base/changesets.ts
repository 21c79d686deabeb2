// Changesets that wait for the next release (https://github.com/changesets/changesets).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getIn } from '@animal-store/spec/json';
import { parseDocument } from 'yaml';
import { highest, LEVELS, type Level } from '../diff/change.js';
import { UserError } from '../user-input.js';

/** This package's version is the contract's version too: see set-version.ts. */
const PACKAGE = '@animal-store/sdk';

/** The highest level that a changeset announces for the SDK; undefined if none does. */
export async function announcedLevel(repository: string): Promise<Level | undefined> {
  const folder = join(repository, '.changeset');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.md'));
  const found = await Promise.all(
    files.map(async (name) => levelsIn(await readFile(join(folder, name), 'utf8'), name)),
  );
  const levels = found.flat();
  return levels.length > 0 ? highest(levels) : undefined;
}

/** @throws UserError if the front matter is not YAML. */
function levelsIn(text: string, name: string): Level[] {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const document = parseDocument(head, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw new UserError(`.changeset/${name}: ${error.message}`);
  const announced = getIn(document.toJS(), PACKAGE);
  return LEVELS.filter((level) => level === announced);
}
