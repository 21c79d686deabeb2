// Walk over two normalized contracts, in pairs of what a client sees as the same: operations, parameters, bodies, replies,
// schemas. It knows on its way down which operation and which direction a schema belongs to.
//
//   contract-walk.ts     paths, operations, names of components; servers.ts
//   message-walk.ts      parameters, bodies, replies
//   schema-walk.ts       schemas, with a row for each keyword; object-keywords.ts, unions.ts
//   relations.ts         how a keyword changes the set of valid values, and what that means in each direction
//   documentation.ts     what no client depends on
//   sides.ts             a place of both contracts, and what is found there
//   ../*-changes.ts      rules of the house, over the same pairs: security, extensions, the SDK's methods; ../life-cycle.ts
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, getIn, isMethod, parsePointer } from '@animal-store/spec';
import { type Change, type Documents, highest } from '../change.js';
import { changeMessage } from '../change-message.js';
import { serviceLimitChanges, stabilityChanges } from '../extension-changes.js';
import { lifeCycleChanges, noticeChanges, rateRemoval } from '../life-cycle.js';
import { identityOf, type Operation, operationsUsing } from '../operations.js';
import { behaviour, both, documentation, sourceOnly } from '../ratings.js';
import { anonymousAccess, securityChanges } from '../security-changes.js';
import { callChanges, narrowedBranches } from '../surface-changes.js';
import { documentationChanges } from './documentation.js';
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

/** A finding with the operations whose clients it concerns; of the whole contract, if there are none. */
interface Located extends Finding {
  operations: string[];
}

/** All changes, and all places that they name. */
export function walkContracts(context: WalkContext): { changes: Change[]; pointers: string[] } {
  const found = [...new ContractWalk(context).walk()];
  return {
    changes: mergeSame(found, context.documents),
    pointers: found.flatMap(({ base, head }) => [base ?? [], head ?? []].flat()),
  };
}

class ContractWalk {
  readonly #messages: MessageWalk;

  constructor(private readonly context: WalkContext) {
    this.#messages = new MessageWalk(context);
  }

  *walk(): Iterable<Located> {
    const { documents } = this.context;
    const root = new Sides(new Part(documents.base, '#'), new Part(documents.head, '#'));
    const ofService = [
      ...serviceLimitChanges(root),
      ...noticeChanges(root),
      ...serverChanges(root),
      ...documentationChanges(root, (key) => OF_CONTRACT.test(key)),
    ];
    const isVersion = ({ head, base }: Finding) => (head ?? base) === '#/info/version';
    yield* locate(ofService.filter((found) => !isVersion(found)));
    for (const { found, operations } of narrowedBranches(documents))
      yield* locate([found], operations);

    const isSame = (base: Part, head: Part) => identityOf(base.key) === identityOf(head.key);
    const { base: { children: bases = [] } = {}, head: { children: heads = [] } = {} } =
      root.at('paths');
    const { pairs, alone } = matchParts([], bases, heads, isSame);
    for (const pair of pairs.flat()) yield* this.#path(pair);
    for (const { base, head } of alone) {
      if (base !== undefined) yield* this.#removedPath(base);
      if (head === undefined) continue;
      for (const part of methodsOf(head))
        yield* this.#operation(new Sides(undefined, part), head.key);
      for (const one of bases) yield* this.#takenRequests(one, head);
    }
    const components = root.below('components');
    for (const group of components.keys) {
      const values = components.below(group);
      for (const name of values.keys) yield* this.#component(group, name, values.below(name));
    }
  }

  #announced({ pointer }: { pointer: string }) {
    return rateRemoval(this.context, pointer);
  }

  #removedPath(base: Part): Iterable<Located> {
    const path = base.key;
    const rating = this.#announced(base) ?? both('major', 'Calls get 404.');
    const found = new Sides(base, undefined, [path]).find(`Path \`${path}\` was removed.`, rating);
    const ids = methodsOf(base).map((part) => idOf(part, path));
    return locate([found], ids);
  }

  *#path(pair: Pair): Iterable<Located> {
    const [was, path] = [pair.base.key, pair.head.key];
    const ids = methodsOf(pair.head).map((part) => idOf(part, path));
    const same = documentation('The URL stays the same.');
    const renamed = was === path ? [] : [pair.find(`renamed from ${was} to ${path}.`, same)];
    const servers = serverChanges(pair, this.context.documents.base);
    const isRated = (key: string) => isMethod(key) || key === 'servers';
    const documented = documentationChanges(pair, isRated);
    yield* locate([...renamed, ...servers, ...documented], ids);
    for (const method of pair.keys)
      if (isMethod(method)) yield* this.#operation(pair.at(method), path, was);
  }

  /** @param was, path of the operation in the base, and in the head. */
  #operation(operation: Sides, path: string, was = path): Iterable<Located> {
    const { base, head } = operation;
    const sides = operation.called(`${operation.key.toUpperCase()} ${path}`);
    const before = base && idOf(base, was);
    const after = head && idOf(head, path);
    const ids = [...new Set([before ?? [], after ?? []].flat())];
    if (sides.isPair()) return locate(this.#operationChanges(sides, was, path), ids);
    const found = sides.presence({
      added: `added, as \`${after}\`.`,
      ifAdded: both('minor'),
      removed: `Operation \`${sides.path}\` was removed.`,
      ifRemoved: (base && this.#announced(base)) ?? both('major', 'Calls get 405.'),
    });
    const { documents } = this.context;
    const ofHouse =
      head === undefined
        ? []
        : [...anonymousAccess(sides, documents.head), ...callChanges(sides, this.context)];
    return locate([...found, ...ofHouse], ids);
  }

  *#operationChanges(pair: Pair, was: string, path: string): Findings {
    const { documents } = this.context;
    const id = pair.at('operationId');
    const text = `\`operationId\` of operation \`${pair.path}\` changed from '${id.was}' to '${id.is}'.`;
    if (!id.isSame) yield id.find(text, sourceOnly('The SDK method is named after it.'));
    yield* securityChanges(pair, documents);
    yield* stabilityChanges(pair);
    yield* lifeCycleChanges(pair, this.context);
    yield* callChanges(pair, this.context);
    yield* this.#messages.changes(pair, was, path);
    yield* serverChanges(pair, documents.base);
    yield* documentationChanges(pair, (key) => IS_RATED.test(key));
  }

  /** Requests that a template of the base accepted, and that a literal path of the head takes. The search of witnesses confirms them. */
  #takenRequests(base: Part, head: Part): Located[] {
    const [template, literal] = [base.key, head.key];
    const find = this.context.service.router([{ path: template, method: '', node: {} }]);
    if (find(literal) === undefined) return [];
    return methodsOf(base).flatMap((part) => {
      const taker = head.at(part.key);
      const fate = taker === undefined ? 'get 405 now' : `reach \`${idOf(taker, literal)}\` now`;
      const rating = behaviour('major', 'A literal path wins over a template.');
      const sides = new Sides(undefined, taker ?? head, [labelOf(part, template)]);
      const found = sides.find(`requests of \`${literal}\` ${fate}.`, rating);
      return locate([{ ...found, example: literal }], [idOf(part, template)]);
    });
  }

  *#component(group: string, name: string, sides: Sides): Iterable<Located> {
    const { base, head } = sides;
    const { documents } = this.context;
    if (group === 'securitySchemes') return yield* locate(schemeChanges(name, sides));
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
    yield* locate([found], ids);
  }

  #removedSchema(name: string, sides: Sides, users: Operation[]): Finding {
    const { documents } = this.context;
    const renamed = entriesOf(getIn(documents.head, 'components', 'schemas')).find(
      ([other, schema]) =>
        getIn(documents.base, 'components', 'schemas', other) === undefined &&
        isDeepStrictEqual(schema, sides.was),
    );
    const now = renamed === undefined ? '' : ` It is called \`${renamed[0]}\` now.`;
    const isOutlived = users.every(
      (user) =>
        getIn(documents.head, ...parsePointer(user.pointer)) === undefined &&
        this.#announced(user)?.source === 'minor',
    );
    const why = 'The sunset of each operation that used it has passed.';
    const rating = isOutlived
      ? { wire: 'none' as const, source: 'minor' as const, why }
      : sourceOnly('The SDK exports a type of that name; imports of it no longer compile.');
    return sides.find(`the schema \`${name}\` no longer exists.${now}`, rating);
  }
}

/** Keys of the contract that are rated by their own rules. */
const OF_CONTRACT =
  /^(?:paths|components|servers|security|x-rate-limit-plans|x-rate-limit-ban|x-max-body-bytes|x-idempotency|x-deprecation-policy)$/;
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

function locate(found: Findings, operations: string[] = []): Located[] {
  return [...found].map((one) => ({ ...one, operations }));
}

/** One change for those that say the same of the same place, with the operations that it concerns; of a wire break, those that it breaks. */
function mergeSame(found: readonly Located[], documents: Documents): Change[] {
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
    const { base, head, path, text, relation: _, schemas, example, ...rest } = decisive;
    const concerned = wire === 'major' ? worst : group;
    return [
      {
        ...rest,
        clue: { path, schemas, example },
        wire,
        source,
        message: changeMessage(text, path, head === undefined ? documents.base : documents.head),
        side: head === undefined ? 'base' : 'head',
        pointer: head ?? base ?? '#',
        operations: [...new Set(concerned.flatMap(({ operations }) => operations))],
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
