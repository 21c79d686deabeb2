// Servers of the contract, of a path or of an operation: URLs that clients call, and the names of the SDK's environments.
import { getIn, type JsonObject } from '@animal-store/openapi-tools';
import { behaviour, both, sourceOnly } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { below, type Findings, Pair, type Part, Sides } from './sides.js';

/** @param document the contract of the base, if the servers are those of a path or an operation. */
export function serverChanges(pair: Pair, document?: JsonObject): Findings {
  return below(['servers'], changesIn(pair, document));
}

function* changesIn(pair: Pair, document: JsonObject | undefined): Findings {
  const sides = pair.at('servers');
  const { base, head } = sides;
  if (sides.isSame) return;
  const gone = both('major', 'A client that uses that URL no longer works.');
  const [before, after] = [base?.children ?? [], head?.children ?? []];
  if (document !== undefined && base === undefined) {
    const published = [document.servers ?? []].flat().map((server) => getIn(server, 'url'));
    const isOther = after.some((server) => !published.includes(urlOf(server)));
    const moved = behaviour('major', 'Its calls go to another URL.');
    return yield sides.find('added.', isOther ? moved : both('minor'));
  }
  if (document !== undefined && head === undefined) return yield sides.find('removed.', gone);
  const hasUrl = (list: Part[], server: Part) => list.some((one) => urlOf(one) === urlOf(server));
  for (const one of before) {
    const same = after.find((other) => urlOf(other) === urlOf(one));
    const moved = after.find((other) => nameOf(other) === nameOf(one) && !hasUrl(before, other));
    const path = [one.key];
    if (same !== undefined) yield* below(path, textChanges(new Pair(one, same)));
    else if (moved !== undefined) {
      const text = `Server \`${urlOf(one)}\` became \`${urlOf(moved)}\`.`;
      yield new Pair(one, moved).find(text, gone, path);
    } else {
      const text = `Server \`${urlOf(one)}\` was removed.`;
      yield new Sides(one, undefined).find(text, gone, path);
    }
  }
  for (const other of after) {
    if (hasUrl(before, other) || before.some((one) => nameOf(one) === nameOf(other))) continue;
    const text = `Server \`${urlOf(other)}\` was added.`;
    yield new Sides(undefined, other).find(text, both('minor'), [other.key]);
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
