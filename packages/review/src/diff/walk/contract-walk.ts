// Walk over two normalized contracts, in pairs of what a client sees as the same: operations, parameters, bodies, replies,
// schemas. It knows on its way down which operation and which direction a schema belongs to.
//
//   contract-walk.ts     paths, operations, names of components; servers.ts
//   message-walk.ts      parameters, bodies, replies
//   schema-walk.ts       schemas, with a row for each keyword; object-keywords.ts, unions.ts
//   relations.ts         how a keyword changes the set of valid values, and what that means in each direction
//   documentation.ts     what no client depends on
//   sides.ts             a place of both contracts, and what is found there
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, getIn, isMethod, parsePointer } from '@animal-store/openapi-tools';
import type { Service } from '../../service.js';
import { type Change, highest } from '../change.js';
import { identityOf, type Operation, operationsUsing } from '../operations.js';
import { behaviour, both, documentation, sourceOnly } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { MessageWalk } from './message-walk.js';
import { serverChanges } from './servers.js';
import {
  type Finding,
  type Findings,
  matchParts,
  Pair,
  Part,
  Sides,
  type WalkContext,
} from './sides.js';

/** A finding with the operations whose clients it concerns; of the whole contract, if there are none. */
interface Located extends Finding {
  operations: string[];
}

/** The changes of everything but vendor extensions, security and deprecations, and all places that they name. */
export function walkContracts(context: WalkContext): { changes: Change[]; pointers: string[] } {
  const found = [...new ContractWalk(context).walk()];
  return {
    changes: mergeSame(found),
    pointers: found.flatMap(({ base, head }) => [base ?? [], head ?? []].flat()),
  };
}

class ContractWalk {
  readonly #messages: MessageWalk;
  readonly #root: Pair;

  constructor(private readonly context: WalkContext) {
    const { base, head } = context.documents;
    this.#messages = new MessageWalk(context);
    this.#root = new Pair(new Part(base, '#'), new Part(head, '#'));
  }

  *walk(): Iterable<Located> {
    const documented = documentationChanges(this.#root, (key) =>
      /^(?:paths|components|servers|security)$/.test(key),
    );
    yield* locate([...documented, ...serverChanges(this.#root)], [], []);
    const paths = this.#root.at('paths');
    const isSame = (base: Part, head: Part) => identityOf(base.key) === identityOf(head.key);
    const bases = paths.base?.children ?? [];
    const heads = paths.head?.children ?? [];
    const { pairs, alone } = matchParts(bases, heads, isSame);
    for (const pair of pairs.flat()) yield* this.#path(pair);
    for (const { base, head } of alone) {
      if (base !== undefined) yield* this.#removedPath(base);
      if (head === undefined) continue;
      for (const part of methodsOf(head))
        yield* this.#operation(new Sides(undefined, part), head.key);
      for (const one of bases) yield* takenRequests(one, head, this.context.service);
    }
    for (const [group, values] of this.#root.at('components').entries)
      for (const [name, sides] of values.entries) yield* this.#component(group, name, sides);
  }

  #removedPath(base: Part): Iterable<Located> {
    const path = base.key;
    const rating = this.context.announced(base.pointer) ?? both('major', 'Calls get 404.');
    const ids = methodsOf(base).map((part) => idOf(part, path));
    const found = new Sides(base, undefined).find(`Path \`${path}\` was removed.`, rating);
    return locate([found], [path], ids);
  }

  *#path(pair: Pair): Iterable<Located> {
    const [was, path] = [pair.base.key, pair.head.key];
    const ids = methodsOf(pair.head).map((part) => idOf(part, path));
    const same = documentation('The URL stays the same.');
    const renamed = was === path ? [] : [pair.find(`renamed from ${was} to ${path}.`, same)];
    const servers = serverChanges(pair, this.context.documents.base);
    const isRated = (key: string) => isMethod(key) || key === 'servers' || key === 'parameters';
    const documented = documentationChanges(pair, isRated);
    yield* locate([...renamed, ...servers, ...documented], [path], ids);
    for (const [method, sides] of pair.entries)
      if (isMethod(method)) yield* this.#operation(sides, path, was);
  }

  /** @param was, path of the operation in the base, and in the head. */
  #operation(sides: Sides, path: string, was = path): Iterable<Located> {
    const { base, head } = sides;
    const label = `${sides.key.toUpperCase()} ${path}`;
    const ids = [base && idOf(base, was), head && idOf(head, path)].filter(
      (id) => id !== undefined,
    );
    if (sides.isPair()) {
      const found = this.#operationChanges(sides, was, path, label);
      return locate(found, [label], [...new Set(ids)]);
    }
    const announced = base && this.context.announced(base.pointer);
    const found = sides.presence({
      added: `added, as \`${ids[0]}\`.`,
      ifAdded: both('minor'),
      removed: `Operation \`${label}\` was removed.`,
      ifRemoved: announced ?? both('major', 'Calls get 405.'),
    });
    return locate(found, [label], ids);
  }

  *#operationChanges(pair: Pair, was: string, path: string, label: string): Findings {
    this.context.pairs.set(`${pair.base.pointer} ${pair.head.pointer}`, pair);
    const id = pair.at('operationId');
    const text = `\`operationId\` of operation \`${label}\` changed from '${id.was}' to '${id.is}'.`;
    if (!id.isSame) yield id.find(text, sourceOnly('The SDK method is named after it.'));
    yield* this.#messages.changes(pair, was, path);
    yield* serverChanges(pair, this.context.documents.base);
    yield* documentationChanges(pair, (key) => IS_RATED.test(key));
  }

  *#component(group: string, name: string, sides: Sides): Iterable<Located> {
    const { base, head } = sides;
    const { documents } = this.context;
    const label = ['components', group, name];
    if (group === 'securitySchemes') return yield* locate(schemeChanges(name, sides), label, []);
    if (sides.isPair()) return;
    const users = [
      ...(base ? operationsUsing(documents.base, base.pointer) : []),
      ...(head ? operationsUsing(documents.head, head.pointer) : []),
    ];
    if (head !== undefined && users.length > 0) return;
    const rating = documentation(users.length === 0 ? 'No operation uses it.' : ONLY_NAME);
    const isType = group === 'schemas' && users.length > 0;
    const found = isType
      ? this.#removedSchema(name, sides, users)
      : sides.find(`${sides.change}.`, rating);
    const ids = users.map(({ id }) => id);
    yield* locate([found], label, ids);
  }

  #removedSchema(name: string, sides: Sides, users: Operation[]): Finding {
    const { documents, announced } = this.context;
    const renamed = entriesOf(getIn(documents.head, 'components', 'schemas')).find(
      ([other, schema]) =>
        getIn(documents.base, 'components', 'schemas', other) === undefined &&
        isDeepStrictEqual(schema, sides.was),
    );
    const now = renamed === undefined ? '' : ` It is called \`${renamed[0]}\` now.`;
    const isOutlived = users.every(
      ({ pointer }) =>
        getIn(documents.head, ...parsePointer(pointer)) === undefined &&
        announced(pointer)?.source === 'minor',
    );
    const why = 'The sunset of each operation that used it has passed.';
    const rating = isOutlived
      ? { wire: 'none' as const, source: 'minor' as const, why }
      : sourceOnly('The SDK exports a type of that name; imports of it no longer compile.');
    return sides.find(`the schema \`${name}\` no longer exists.${now}`, rating);
  }
}

/** Keys of operations that are rated by their own rules. */
const IS_RATED =
  /^(?:operationId|parameters|requestBody|responses|servers|security|deprecated|x-stability|x-deprecated-.*)$/;
const ONLY_NAME = 'Only the name changed; changes of its use are rated separately.';
const SCHEME_FIELDS = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl'];

/** Schemes are rated where they are required; this rates what their names stand for. */
function* schemeChanges(name: string, sides: Sides): Findings {
  if (!sides.isPair())
    return yield sides.find(`${sides.change}.`, documentation('Its uses are rated separately.'));
  const rating = behaviour('major', 'The current credentials no longer work.');
  for (const field of SCHEME_FIELDS)
    yield* sides.at(field).valueChange(field, rating, ` of security scheme \`${name}\``);
  yield* documentationChanges(sides, (key) => SCHEME_FIELDS.includes(key));
}

function locate(found: Findings, label: string[], operations: string[]): Located[] {
  return [...found].map((one) => ({ ...one, path: [...label, ...one.path], operations }));
}

/** Requests that a template of the base accepted, and that a literal path of the head takes. The search of witnesses confirms them. */
function takenRequests(base: Part, head: Part, { router }: Service): Located[] {
  const [template, literal] = [base.key, head.key];
  const find = router([{ path: template, method: '', node: {} }]);
  if (find(literal) === undefined) return [];
  return methodsOf(base).flatMap((part) => {
    const taker = head.at(part.key);
    const fate = taker === undefined ? 'get 405 now' : `reach \`${idOf(taker, literal)}\` now`;
    const rating = behaviour('major', 'A literal path wins over a template.');
    const text = `requests of \`${literal}\` ${fate}.`;
    const found = new Sides(undefined, taker ?? head).find(text, rating);
    return locate(
      [{ ...found, example: literal }],
      [labelOf(part, template)],
      [idOf(part, template)],
    );
  });
}

/** One change for those that say the same of the same place, with the operations that it concerns; of a wire break, those that it breaks. */
function mergeSame(found: readonly Located[]): Change[] {
  const groups = new Map<string, Located[]>();
  for (const one of found) {
    const key = JSON.stringify([one.head ?? one.base, one.head === undefined, one.text]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group): Change[] => {
    const wire = highest(group.map((one) => one.wire));
    const source = highest(group.map((one) => one.source));
    const worst = group.filter((one) => one.wire === wire);
    const decisive =
      (wire === 'none' ? undefined : worst[0]) ?? group.find((one) => one.source === source);
    if (decisive === undefined) return [];
    const { base, head, path, text, why, example } = decisive;
    const concerned = wire === 'major' ? worst : group;
    return [
      {
        wire,
        source,
        why,
        message: `${path.join(' › ') || 'the document'}: ${text}`,
        side: head === undefined ? 'base' : 'head',
        pointer: head ?? base ?? '#',
        operations: [...new Set(concerned.flatMap(({ operations }) => operations))],
        ...(example !== undefined && { example }),
      },
    ];
  });
}

function methodsOf(pathItem: Part): Part[] {
  return pathItem.children.filter(({ key }) => isMethod(key));
}

function labelOf({ key }: Part, path: string): string {
  return `${key.toUpperCase()} ${path}`;
}

function idOf(operation: Part, path: string): string {
  return String(operation.get('operationId') ?? labelOf(operation, path));
}
