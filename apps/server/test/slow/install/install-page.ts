// docs/operate/install.md: its shell blocks by heading. Blocks that are marked `untested` need what no test machine has: Debian's
// and Let's Encrypt's servers, or a container engine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../support/spawn-cli.js';
import { NEW_VERSION } from './pack-versions.js';

/** The blocks of a section as one script. @throws an Error if the page has no such section, or nothing to run there. */
export function scriptOf(heading: string): string {
  const page = readFileSync(join(REPOSITORY, 'docs/operate/install.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const blocks = Array.from(section?.matchAll(/^```sh\n(.*?)^```$/gms) ?? [], ([, text]) => text);
  if (blocks.length === 0)
    throw new Error(`docs/operate/install.md has no commands under "${heading}"`);
  return blocks.join('').replaceAll('NEW', NEW_VERSION);
}
