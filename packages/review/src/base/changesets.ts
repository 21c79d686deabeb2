// Changesets that wait for the next release (https://github.com/changesets/changesets).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getIn } from '@animal-store/openapi-tools';
import { parse } from 'yaml';
import { highestLevel, LEVELS, type Level } from '../diff/change.js';

/** This package's version is the contract's version too: see set-version.ts. */
const PACKAGE = '@animal-store/sdk';

/** The highest level that a changeset announces for the SDK; undefined if none does. */
export async function announcedLevel(repository: string): Promise<Level | undefined> {
  const folder = join(repository, '.changeset');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return highestLevel(texts.flatMap(levelsIn));
}

function levelsIn(text: string): { level: Level }[] {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const announced = getIn(parse(head), PACKAGE);
  return LEVELS.filter((level) => level === announced).map((level) => ({ level }));
}
