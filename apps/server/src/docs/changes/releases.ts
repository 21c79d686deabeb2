// Releases of the contract, newest first. `npm run spec:changes` writes them to releases.json when a version is released,
// so that neither the build nor the server needs git.
import { readFileSync } from 'node:fs';

export interface Release {
  version: string;
  /** RFC 3339. */
  date: string;
  /** From the CHANGELOG, with `code` marked. */
  sentences: readonly string[];
  /** In descending order of severity. */
  changes: readonly ReleaseChange[];
}

export interface ReleaseChange {
  /** The effect on messages and on client code: `none`, `patch`, `minor` or `major`. */
  wire: string;
  source: string;
  message: string;
  why: string;
  /** The identifiers of operations, which may be gone by now. */
  operations: readonly string[];
}

let loaded: readonly Release[] | undefined;

/** The file is read once, at the first request. */
export function readReleases(): readonly Release[] {
  loaded ??= parse(readFileSync(new URL('releases.json', import.meta.url), 'utf8'));
  return loaded;
}

function parse(text: string): readonly Release[] {
  const { releases }: { releases: Release[] } = JSON.parse(text);
  return releases;
}
