// Owns the reading of the changesets that wait for a release (https://github.com/changesets/changesets).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { at } from '../../contract/generator/json.js';
import { highest, LEVELS, type Level } from './change.js';

/** Its version is the contract's, too: see set-version.ts. */
const PACKAGE = '@animal-store/sdk';

/** The highest step that a changeset announces for the SDK; undefined if none does. */
export async function announcedStep(repository: string): Promise<Level | undefined> {
  const folder = join(repository, '.changeset');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return highest(texts.flatMap(stepIn));
}

function stepIn(text: string): { level: Level }[] {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const step = at(parse(head), PACKAGE);
  return LEVELS.filter((level) => level === step).map((level) => ({ level }));
}
