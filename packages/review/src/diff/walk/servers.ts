// Servers of the contract, of a path or of an operation: URLs that clients call, and the names of the SDK's environments.
import { getIn, type JsonObject } from '@animal-store/openapi-tools';
import { behaviour, both, sourceOnly } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { below, type Findings, matchParts, type Pair, type Part } from './sides.js';

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
  const { pairs, alone } = matchParts(
    before,
    after,
    (one, other) => urlOf(one) === urlOf(other),
    (one, other) => nameOf(one) === nameOf(other),
  );
  const [same = [], moved = []] = pairs;
  for (const pair of same) yield* below([pair.base.key], textChanges(pair));
  for (const pair of moved) {
    const text = `Server \`${urlOf(pair.base)}\` became \`${urlOf(pair.head)}\`.`;
    yield pair.find(text, gone, [pair.base.key]);
  }
  for (const sides of alone) {
    const { base: lost, head: gained } = sides;
    if (gained && before.some((one) => nameOf(one) === nameOf(gained))) continue;
    const text = `Server \`${getIn(sides.was ?? sides.is, 'url')}\` was ${sides.change}.`;
    yield sides.find(text, lost ? gone : both('minor'), [sides.key]);
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
