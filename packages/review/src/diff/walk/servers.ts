// Servers of the contract, of a path or of an operation: URLs that clients call, and the names of the SDK's environments.
import { getIn, type JsonObject, listOf } from '@animal-store/spec';
import { behaviour, both, promised, sourceOnly } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { type Findings, matchParts, type Pair, type Part } from './sides.js';

/** @param document the contract of the base, if the servers are those of a path or an operation. */
export function* serverChanges(pair: Pair, document?: JsonObject): Findings {
  const sides = pair.below('servers');
  const { base, head } = sides;
  if (sides.isSame) return;
  const gone = promised(both('major', 'A client that uses that URL no longer works.'));
  const [before, after] = [base?.children ?? [], head?.children ?? []];
  if (document !== undefined && !sides.isPair()) {
    const published = listOf(document.servers).map((server) => getIn(server, 'url'));
    const isOther = after.some((server) => !published.includes(urlOf(server)));
    const moved = promised(behaviour('major', 'Its calls go to another URL.'));
    const ifAdded = isOther ? moved : both('minor');
    return yield* sides.presence({ ifAdded, removed: 'removed.', ifRemoved: gone });
  }
  const { pairs, alone } = matchParts(
    sides.path,
    before,
    after,
    (one, other) => urlOf(one) === urlOf(other),
    (one, other) => nameOf(one) === nameOf(other),
  );
  const [same = [], moved = []] = pairs;
  for (const server of same) yield* textChanges(server);
  for (const server of moved)
    yield server.find(`Server \`${urlOf(server.base)}\` became \`${urlOf(server.head)}\`.`, gone);
  for (const server of alone) {
    const { base: lost, head: gained } = server;
    if (gained && before.some((one) => nameOf(one) === nameOf(gained))) continue;
    const text = `Server \`${getIn(server.was ?? server.is, 'url')}\` was ${server.change}.`;
    yield server.find(text, lost ? gone : both('minor'));
  }
}

function* textChanges(pair: Pair): Findings {
  const isRenamed = nameOf(pair.base) !== nameOf(pair.head);
  const named = sourceOnly('SDK users select the environment by this name.');
  for (const found of documentationChanges(pair, (key) => key === 'url'))
    yield isRenamed && found.text.startsWith('`description`') ? { ...found, ...named } : found;
}

function urlOf(server: Part): unknown {
  return server.get('url');
}

function nameOf(server: Part): string {
  return String(server.get('description') ?? '').toLowerCase();
}
