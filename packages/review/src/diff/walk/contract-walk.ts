// Walk over two contracts in canonical form, in pairs of what a client sees as the same: operations, parameters, bodies, replies,
// schemas. It knows on its way down which operation and which direction a schema belongs to.
//
//   contract-walk.ts     paths, operations; components.ts, servers.ts
//   message-walk.ts      bodies, replies; parameters.ts
//   schema-walk.ts       schemas; keyword-rows.ts, with a row for each keyword, object-keywords.ts, unions.ts
//   relations.ts         how a keyword changes the set of valid values, and what that means in each direction
//   documentation.ts     what no client depends on
//   sides.ts             a place of both contracts, and what is found there
//   ../*-changes.ts      rules of the house, over the same pairs: security, extensions, the SDK's methods; ../life-cycle.ts
import { matcher } from '@animal-store/core/http';
import type { Contract, Operation, PathItem } from '@animal-store/spec/model';
import { type Change, type Contracts, highest } from '../change.js';
import { changeMessage } from '../change-message.js';
import { serviceLimitChanges, stabilityChanges } from '../extension-changes.js';
import { lifeCycleChanges, noticeChanges, rateRemoval } from '../life-cycle.js';
import { idOf, labelOf } from '../operations.js';
import { behaviour, both, documentation, sourceOnly } from '../ratings.js';
import { anonymousAccess, securityChanges } from '../security-changes.js';
import { callChanges, narrowedBranches } from '../surface-changes.js';
import { componentChanges } from './components.js';
import { documentationChanges, ofContract, ofOperation } from './documentation.js';
import { MessageWalk } from './message-walk.js';
import { serverChanges } from './servers.js';
import {
  type Finding,
  type Findings,
  matchParts,
  type Pair,
  Part,
  Sides,
  type WalkContext,
} from './sides.js';

/** All changes, and all places that they name. */
export function walkContracts(context: WalkContext): { changes: Change[]; pointers: string[] } {
  const found = [...new ContractWalk(context).walk()];
  return {
    changes: mergeSame(found, context.contracts),
    pointers: found.flatMap(({ base, head }) => [base ?? [], head ?? []].flat()),
  };
}

class ContractWalk {
  readonly #messages: MessageWalk;

  constructor(private readonly context: WalkContext) {
    this.#messages = new MessageWalk(context);
  }

  *walk(): Findings {
    const { contracts } = this.context;
    const root = new Sides(new Part(contracts.base, '#'), new Part(contracts.head, '#'));
    const servers = root.below((contract) => listed(contract.servers), 'servers');
    yield* serviceLimitChanges(root);
    yield* noticeChanges(contracts, root);
    yield* serverChanges(servers);
    yield* documentationChanges(root, ofContract);
    yield* narrowedBranches(contracts);

    const [bases, heads] = [pathsOf(contracts.base), pathsOf(contracts.head)];
    const isSame = (base: PathPart, head: PathPart) =>
      withoutNames(base.key) === withoutNames(head.key);
    const { pairs, alone } = matchParts([], bases, heads, isSame);
    for (const pair of pairs.flat()) yield* this.#path(pair);
    for (const { base, head } of alone) {
      if (base !== undefined) yield* this.#removedPath(base);
      if (head === undefined) continue;
      for (const operation of head.value.operations.values())
        yield* this.#operation(new Sides(undefined, new Part(operation, operation.at)));
      for (const one of bases) yield* this.#takenRequests(one, head);
    }
    yield* componentChanges(this.context);
  }

  #removedPath(base: PathPart): Findings {
    const path = base.key;
    const operations = [...base.value.operations.values()];
    const deprecations = operations.map(({ deprecation }) => deprecation);
    const rating = rateRemoval(this.context, ...deprecations) ?? both('major', 'Calls get 404.');
    const found = new Sides(base, undefined, [path]).find(`Path \`${path}\` was removed.`, rating);
    return locate([found], operations.map(idOf));
  }

  *#path(pair: Pair<Path>): Findings {
    const [was, path] = [pair.base.key, pair.head.key];
    const same = documentation('The URL stays the same.');
    const renamed = was === path ? [] : [pair.find(`renamed from ${was} to ${path}.`, same)];
    const servers = pair.below(({ item }) => item.servers, 'servers');
    const { base } = this.context.contracts;
    const found = [
      ...renamed,
      ...serverChanges(servers, base.servers),
      ...documentationChanges(pair, ({ item }) => item.extensions),
    ];
    yield* locate(found, Array.from(pair.is.operations.values(), idOf));
    const methods = [pair.was, pair.is].flatMap(({ operations }) => [...operations.keys()]);
    for (const method of new Set(methods))
      yield* this.#operation(pair.at(({ operations }) => operations.get(method), method));
  }

  #operation(operation: Sides<Operation>): Findings {
    const { was, is } = operation;
    const sides = operation.called(...[is ?? was ?? []].flat().map(labelOf));
    const ids = [...new Set([was ?? [], is ?? []].flat().map(idOf))];
    return locate(sides.isPair() ? this.#operationChanges(sides) : this.#presence(sides), ids);
  }

  *#presence(operation: Sides<Operation>): Findings {
    const { was, is } = operation;
    yield* operation.presence({
      added: `added, as \`${is && idOf(is)}\`.`,
      ifAdded: both('minor'),
      removed: `Operation \`${operation.path}\` was removed.`,
      ifRemoved:
        (was && rateRemoval(this.context, was.deprecation)) ?? both('major', 'Calls get 405.'),
    });
    if (is === undefined) return;
    yield* anonymousAccess(operation, this.context.contracts.head);
    yield* callChanges(operation, this.context);
  }

  *#operationChanges(pair: Pair<Operation>): Findings {
    const { contracts } = this.context;
    const id = pair.at((operation) => operation.id, 'operationId');
    const text = `\`operationId\` of operation \`${pair.path}\` changed from '${id.was}' to '${id.is}'.`;
    if (!id.isSame) yield id.find(text, sourceOnly('The SDK method is named after it.'));
    yield* securityChanges(pair, contracts);
    yield* stabilityChanges(pair);
    const deprecation = pair.at((operation) => operation.deprecation);
    yield* lifeCycleChanges(deprecation, this.context);
    yield* callChanges(pair, this.context);
    yield* this.#messages.changes(pair);
    const servers = pair.below((operation) => operation.servers, 'servers');
    yield* serverChanges(servers, contracts.base.servers);
    yield* documentationChanges(pair, ofOperation);
  }

  /** Requests that a template of the base accepted, and a literal path of the head takes. The search of witnesses confirms them. */
  #takenRequests(base: PathPart, head: PathPart): Finding[] {
    const literal = head.key;
    if (matcher(base.key)(literal) === undefined) return [];
    return Array.from(base.value.operations).flatMap(([method, operation]) => {
      const taker = head.at(({ operations }) => operations.get(method), method);
      const fate = taker === undefined ? 'get 405 now' : `reach \`${idOf(taker.value)}\` now`;
      const rating = behaviour('major', 'A literal path wins over a template.');
      const sides = new Sides<unknown>(undefined, taker ?? head, [labelOf(operation)]);
      const found = sides.find(`requests of \`${literal}\` ${fate}.`, rating);
      return locate([{ ...found, example: literal }], [idOf(operation)]);
    });
  }
}

/** A path with its operations by method. */
interface Path {
  item: PathItem;
  operations: ReadonlyMap<string, Operation>;
}
type PathPart = Part<Path>;

function pathsOf({ paths, operations }: Contract): PathPart[] {
  return Array.from(paths, ([path, item]) => {
    const own = operations.filter((operation) => operation.path === path);
    const byMethod = new Map(own.map((operation) => [String(operation.method), operation]));
    return new Part({ item, operations: byMethod }, item.at);
  });
}

/** The path, whatever the names of its parameters. */
function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** Nothing for an empty list. */
function listed<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function locate(found: Findings, operations: string[]): Finding[] {
  return [...found].map((one) => ({ ...one, operations }));
}

/**
 * One change for those that say the same of the same place, with the operations that it concerns; of a wire break, those that
 * it breaks.
 */
function mergeSame(found: readonly Finding[], contracts: Contracts): Change[] {
  const groups = new Map<string, Finding[]>();
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
    const { base, head, path, text, relation: _, schemas, example, ...rest } = decisive;
    const concerned = wire === 'major' ? worst : group;
    return [
      {
        ...rest,
        operations: [...new Set(concerned.flatMap(({ operations = [] }) => operations))],
        clue: { path, schemas, example },
        wire,
        source,
        message: changeMessage(text, path, head === undefined ? contracts.base : contracts.head),
        side: head === undefined ? 'base' : 'head',
        pointer: head ?? base ?? '#',
      },
    ];
  });
}
