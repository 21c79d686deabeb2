// Walk over two normalized contracts, in pairs of what a client sees as the same: operations, parameters, bodies, replies,
// schemas. It knows on its way down which operation and which direction a schema belongs to.
//
//   contract-walk.ts     paths, operations, names of components; servers.ts
//   message-walk.ts      parameters, bodies, replies
//   schema-walk.ts       schemas, with a row for each keyword; object-keywords.ts, unions.ts
//   relations.ts         how a keyword changes the set of valid values, and what that means in each direction
//   documentation.ts     what no client depends on
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, getIn, isMethod, lastKey, parsePointer } from '@animal-store/openapi-tools';
import { type Change, highest } from '../change.js';
import { isRatedExtension } from '../extension-changes.js';
import { POLICY } from '../life-cycle.js';
import { operationsUsing } from '../operations.js';
import { documentationChanges } from './documentation.js';
import {
  added,
  behaviour,
  both,
  childOf,
  childrenOf,
  documentation,
  entriesIn,
  type Finding,
  type Findings,
  finding,
  inside,
  isPair,
  type Pair,
  type Part,
  type Sides,
  sourceOnly,
  valueChange,
  type WalkContext,
} from './finding.js';
import { MessageWalk } from './message-walk.js';
import { serverChanges } from './servers.js';

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
    this.#root = { base: { value: base, pointer: '#' }, head: { value: head, pointer: '#' } };
  }

  *walk(): Iterable<Located> {
    const documented = documentationChanges(this.#root, (key) =>
      /^(?:paths|components|servers|security)$/.test(key),
    );
    const whole = [...documented].filter((found) => !isRatedElsewhere(found));
    yield* locate([...whole, ...serverChanges(this.#root)], [], []);
    const bases = childrenOf(childOf(this.#root.base, 'paths'));
    const heads = childrenOf(childOf(this.#root.head, 'paths'));
    const later = new Map(heads.map((part) => [identityOf(keyOf(part)), part]));
    for (const base of bases) {
      const identity = identityOf(keyOf(base));
      const head = later.get(identity);
      later.delete(identity);
      if (head === undefined) yield* this.#removedPath(base);
      else yield* this.#path({ base, head });
    }
    for (const head of later.values()) {
      for (const part of methodsOf(head)) yield addedOperation(part, keyOf(head));
      for (const base of bases) yield* takenRequests(base, head);
    }
    const components = entriesIn(inside(this.#root, 'components')).all;
    for (const [group, values] of components)
      for (const [name, sides] of entriesIn(values).all) yield* this.#component(group, name, sides);
  }

  #removedPath(base: Part): Iterable<Located> {
    const path = keyOf(base);
    const rating = this.context.announced(base.pointer) ?? both('major', 'Calls get 404.');
    const ids = methodsOf(base).map((part) => idOf(part, path));
    return locate([finding({ base }, `Path \`${path}\` was removed.`, rating)], [path], ids);
  }

  *#path(pair: Pair): Iterable<Located> {
    const [was, path] = [keyOf(pair.base), keyOf(pair.head)];
    const ids = methodsOf(pair.head).map((part) => idOf(part, path));
    yield* locate(this.#ownChanges(pair, was, path), [path], ids);
    for (const [method, sides] of entriesIn(pair).all.filter(([key]) => isMethod(key))) {
      const { base, head } = sides;
      if (isPair(sides)) yield* this.#operation(sides, was, path);
      else if (head !== undefined) yield addedOperation(head, path);
      else if (base !== undefined) {
        const rating = this.context.announced(base.pointer) ?? both('major', 'Calls get 405.');
        const text = `Operation \`${method.toUpperCase()} ${path}\` was removed.`;
        const found = finding(sides, text, rating);
        yield* locate([found], [labelOf(base, path)], [idOf(base, path)]);
      }
    }
  }

  *#ownChanges(pair: Pair, was: string, path: string): Findings {
    const same = documentation('The URL stays the same.');
    if (was !== path) yield finding(pair, `renamed from ${was} to ${path}.`, same);
    yield* serverChanges(pair, this.context.documents.base);
    const isRated = (key: string) => isMethod(key) || key === 'servers' || key === 'parameters';
    yield* documentationChanges(pair, isRated);
  }

  #operation(pair: Pair, was: string, path: string): Iterable<Located> {
    this.context.pairs.set(`${pair.base.pointer} ${pair.head.pointer}`, pair);
    const ids = [idOf(pair.base, was), idOf(pair.head, path)];
    const label = labelOf(pair.head, path);
    return locate(this.#operationChanges(pair, was, path, label), [label], [...new Set(ids)]);
  }

  *#operationChanges(pair: Pair, was: string, path: string, label: string): Findings {
    const [before, after] = [pair.base, pair.head].map((part) => getIn(part.value, 'operationId'));
    const text = `\`operationId\` of operation \`${label}\` changed from '${before}' to '${after}'.`;
    const named = sourceOnly('The SDK method is named after it.');
    if (before !== after) yield finding(inside(pair, 'operationId'), text, named);
    yield* this.#messages.changes(pair, was, path);
    yield* serverChanges(pair, this.context.documents.base);
    yield* documentationChanges(pair, (key) => IS_RATED.test(key));
  }

  *#component(group: string, name: string, sides: Sides): Iterable<Located> {
    const { base, head } = sides;
    const label = ['components', group, name];
    const unused = documentation('No operation uses it.');
    if (group === 'securitySchemes') yield* locate(schemeChanges(name, sides), label, []);
    else if (isPair(sides)) return;
    else if (base !== undefined) {
      const users = operationsUsing(this.context.documents.base, base.pointer);
      const ids = users.map(({ id }) => id);
      const found =
        group === 'schemas' && ids.length > 0
          ? this.#removedSchema(name, base, users)
          : finding(sides, 'removed.', ids.length === 0 ? unused : documentation(ONLY_NAME));
      yield* locate([found], label, ids);
    } else if (operationsUsing(this.context.documents.head, head?.pointer ?? '').length === 0)
      yield* locate([finding(sides, 'added.', unused)], label, []);
  }

  #removedSchema(name: string, base: Part, users: { pointer: string }[]): Finding {
    const { documents, announced } = this.context;
    const renamed = entriesOf(getIn(documents.head, 'components', 'schemas')).find(
      ([other, schema]) =>
        getIn(documents.base, 'components', 'schemas', other) === undefined &&
        isDeepStrictEqual(schema, base.value),
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
    return finding({ base }, `the schema \`${name}\` no longer exists.${now}`, rating);
  }
}

/** Keys of operations that are rated by their own rules. */
const IS_RATED =
  /^(?:operationId|parameters|requestBody|responses|servers|security|deprecated|x-stability|x-deprecated-.*)$/;
const ONLY_NAME = 'Only the name changed; changes of its use are rated separately.';
const SCHEME_FIELDS = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl'];

/** Schemes are rated where they are required; this rates what their names stand for. */
function* schemeChanges(name: string, sides: Sides): Findings {
  if (!isPair(sides)) {
    const elsewhere = documentation('Its uses are rated separately.');
    return yield finding(sides, `${added(sides)}.`, elsewhere);
  }
  const rating = behaviour('major', 'The current credentials no longer work.');
  for (const field of SCHEME_FIELDS)
    yield* valueChange(inside(sides, field), field, rating, ` of security scheme \`${name}\``);
  yield* documentationChanges(sides, (key) => SCHEME_FIELDS.includes(key));
}

function locate(found: Findings, label: string[], operations: string[]): Located[] {
  return [...found].map((one) => ({ ...one, path: [...label, ...one.path], operations }));
}

function addedOperation(head: Part, path: string): Located {
  const id = idOf(head, path);
  const found = finding({ head }, `added, as \`${id}\`.`, both('minor'), [labelOf(head, path)]);
  return { ...found, operations: [id] };
}

/** Requests that a template of the base accepted, and that a literal path of the head takes. The search of witnesses confirms them. */
function takenRequests(base: Part, head: Part): Located[] {
  const [template, literal] = [keyOf(base), keyOf(head)];
  const [segments, others] = [template.split('/'), literal.split('/')];
  const isTemplate = (segment = '') => /^\{[^}]*\}$/.test(segment);
  const isTaken =
    segments.length === others.length &&
    segments.every(
      (segment, index) =>
        isTemplate(segment) || (!isTemplate(others[index]) && segment === others[index]),
    );
  if (!isTaken) return [];
  return methodsOf(base).map((part): Located => {
    const taker = childOf(head, keyOf(part));
    const fate = taker === undefined ? 'get 405 now' : `reach \`${idOf(taker, literal)}\` now`;
    const rating = behaviour('major', 'A literal path wins over a template.');
    const text = `requests of \`${literal}\` ${fate}.`;
    const found = finding({ head: taker ?? head }, text, rating, [labelOf(part, template)]);
    return { ...found, operations: [idOf(part, template)], example: literal };
  });
}

/** Changes that the modules of vendor extensions and deprecations rate, and the version itself. */
function isRatedElsewhere({ base, head }: Finding): boolean {
  const keys = parsePointer(head ?? base ?? '#');
  const isVersion = keys[0] === 'info' && keys[1] === 'version';
  return isVersion || keys[0] === POLICY || isRatedExtension(keys);
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
  return childrenOf(pathItem).filter((part) => isMethod(keyOf(part)));
}

function keyOf({ pointer }: Part): string {
  return lastKey(pointer);
}

function labelOf(operation: Part, path: string): string {
  return `${keyOf(operation).toUpperCase()} ${path}`;
}

function idOf(operation: Part, path: string): string {
  return String(getIn(operation.value, 'operationId') ?? labelOf(operation, path));
}

/** The path, whatever the names of its parameters. */
function identityOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
