// Servers of the contract, of a path or of an operation: URLs that clients call, and the names of the SDK's environments.
import type { Server } from '@animal-store/spec/model';
import { behaviour, both, promised, sourceOnly } from '../ratings.js';
import { documentationChanges, ofDescribed } from './documentation.js';
import { type Findings, matchParts, type Pair, Part, type Sides } from './sides.js';

/** @param published the servers of the contract of the base, if these are those of a path or an operation. */
export function* serverChanges(
  sides: Sides<readonly Server[]>,
  published?: readonly Server[],
): Findings {
  const gone = promised(both('major', 'A client that uses that URL no longer works.'));
  const [before, after] = [serversIn(sides.base), serversIn(sides.head)];
  if (published !== undefined && !sides.isPair()) {
    const isOther = after.some(({ value }) => !published.some(({ url }) => url === value.url));
    const moved = promised(behaviour('major', 'Its calls go to another URL.'));
    const ifAdded = isOther ? moved : both('minor');
    return yield* sides.presence({ ifAdded, removed: 'removed.', ifRemoved: gone });
  }
  const { pairs, alone } = matchParts(
    sides.path,
    before,
    after,
    (one, other) => one.value.url === other.value.url,
    (one, other) => nameOf(one.value) === nameOf(other.value),
  );
  const [same = [], moved = []] = pairs;
  for (const server of same) yield* textChanges(server);
  for (const server of moved)
    yield server.find(`Server \`${server.was.url}\` became \`${server.is.url}\`.`, gone);
  for (const server of alone) {
    const { was, is } = server;
    if (is && before.some(({ value }) => nameOf(value) === nameOf(is))) continue;
    const text = `Server \`${(was ?? is)?.url}\` was ${server.change}.`;
    yield server.find(text, was ? gone : both('minor'));
  }
}

function serversIn(list: Part<readonly Server[]> | undefined): Part<Server>[] {
  return list?.value.map((server) => new Part(server, server.at)) ?? [];
}

function* textChanges(pair: Pair<Server>): Findings {
  const isRenamed = nameOf(pair.was) !== nameOf(pair.is);
  const named = sourceOnly('SDK users select the environment by this name.');
  for (const found of documentationChanges(pair, ofDescribed))
    yield isRenamed && found.text.startsWith('`description`') ? { ...found, ...named } : found;
}

function nameOf({ description = '' }: Server): string {
  return description.toLowerCase();
}
