// Servers of the contract, of a path or of an operation: URLs that clients call, and the names of the SDK's environments.
import { isDeepStrictEqual } from 'node:util';
import { getIn, type JsonObject, lastKey } from '@animal-store/openapi-tools';
import { documentationChanges } from './documentation.js';
import {
  behaviour,
  below,
  both,
  childrenOf,
  type Findings,
  finding,
  inside,
  type Pair,
  type Part,
  sourceOnly,
  valuesAt,
} from './finding.js';

/** @param document the contract of the base, if the servers are those of a path or an operation. */
export function serverChanges(pair: Pair, document?: JsonObject): Findings {
  return below(['servers'], changesIn(pair, document));
}

function* changesIn(pair: Pair, document: JsonObject | undefined): Findings {
  const sides = inside(pair, 'servers');
  const { base, head } = sides;
  if (isDeepStrictEqual(...valuesAt(sides))) return;
  const gone = both('major', 'A client that uses that URL no longer works.');
  const [before, after] = [childrenOf(base), childrenOf(head)];
  if (document !== undefined && base === undefined) {
    const published = [document.servers ?? []].flat().map((server) => getIn(server, 'url'));
    const isOther = after.some((server) => !published.includes(urlOf(server)));
    const moved = behaviour('major', 'Its calls go to another URL.');
    return yield finding(sides, 'added.', isOther ? moved : both('minor'));
  }
  if (document !== undefined && head === undefined) return yield finding(sides, 'removed.', gone);
  const hasUrl = (list: Part[], server: Part) => list.some((one) => urlOf(one) === urlOf(server));
  for (const one of before) {
    const same = after.find((other) => urlOf(other) === urlOf(one));
    const moved = after.find((other) => nameOf(other) === nameOf(one) && !hasUrl(before, other));
    const path = [lastKey(one.pointer)];
    if (same !== undefined) yield* below(path, textChanges({ base: one, head: same }));
    else if (moved !== undefined) {
      const text = `Server \`${urlOf(one)}\` became \`${urlOf(moved)}\`.`;
      yield finding({ base: one, head: moved }, text, gone, path);
    } else yield finding({ base: one }, `Server \`${urlOf(one)}\` was removed.`, gone, path);
  }
  for (const other of after) {
    if (hasUrl(before, other) || before.some((one) => nameOf(one) === nameOf(other))) continue;
    const path = [lastKey(other.pointer)];
    yield finding({ head: other }, `Server \`${urlOf(other)}\` was added.`, both('minor'), path);
  }
}

function* textChanges(pair: Pair): Findings {
  const isRenamed = nameOf(pair.base) !== nameOf(pair.head);
  const named = sourceOnly('SDK users select the environment by this name.');
  for (const found of documentationChanges(pair, (key) => key === 'url'))
    yield isRenamed && found.text.startsWith('`description`') ? { ...found, ...named } : found;
}

function urlOf(server: Part): unknown {
  return getIn(server.value, 'url');
}

function nameOf(server: Part): string {
  return String(getIn(server.value, 'description') ?? '').toLowerCase();
}
