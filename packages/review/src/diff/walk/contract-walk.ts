// Walk over two normalized contracts, in pairs of what a client sees as the same: operations, parameters, bodies, replies,
// schemas. It knows on its way down which operation and which direction a schema belongs to.
//
//   contract-walk.ts     paths, operations, servers, names of components
//   message-walk.ts      parameters, bodies, replies
//   schema-walk.ts       schemas, with a row for each keyword; object-keywords.ts, unions.ts
//   relations.ts         how a keyword changes the set of valid values, and what that means in each direction
//   documentation.ts     what no client depends on
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, getIn, isMethod, isObject, type JsonObject } from '@animal-store/openapi-tools';
import { type Change, type Documents, highest, type Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import { isRatedExtension } from '../extension-changes.js';
import { isLifeCycleKey } from '../life-cycle.js';
import { operationsUsing } from '../operations.js';
import { documentationChanges } from './documentation.js';
import {
  behaviour,
  both,
  childOf,
  documentation,
  type Finding,
  finding,
  type Pair,
  type Part,
  sourceOnly,
} from './finding.js';
import { MessageWalk } from './message-walk.js';
import type { Announced } from './schema-walk.js';

/** A finding with the operations whose clients it concerns; of the whole contract, if there are none. */
interface Located extends Finding {
  operations: string[];
}

/** The changes of everything but vendor extensions, security and deprecations, and all places that they name. */
export function walkContracts(
  documents: Documents,
  announced: Announced,
): { changes: Change[]; pointers: string[] } {
  const walk = new ContractWalk(documents, announced);
  const found = walk.walk();
  return {
    changes: mergeSame(found),
    pointers: found.flatMap(({ base, head }) => [base ?? [], head ?? []].flat()),
  };
}

class ContractWalk {
  readonly #messages: MessageWalk;
  readonly #root: Pair;

  constructor(
    private readonly documents: Documents,
    private readonly announced: Announced,
  ) {
    this.#messages = new MessageWalk(documents, announced);
    this.#root = {
      base: { value: documents.base, pointer: '#' },
      head: { value: documents.head, pointer: '#' },
    };
  }

  walk(): Located[] {
    const { base, head } = this.#root;
    const documented = documentationChanges(this.#root, (key) =>
      /^(?:paths|components|servers|security)$/.test(key),
    );
    const whole = [
      ...documented.filter((found) => !isRatedElsewhere(found)),
      ...serverChanges(this.#root),
    ];
    const heads = new Map(partsOf(head, 'paths').map((part) => [identityOf(keyOf(part)), part]));
    const bases = partsOf(base, 'paths');
    const known = new Set(bases.map((part) => identityOf(keyOf(part))));
    const added = [...heads].filter(([identity]) => !known.has(identity)).map(([, part]) => part);
    return [
      ...locate(whole, [], []),
      ...bases.flatMap((before) => {
        const after = heads.get(identityOf(keyOf(before)));
        return after === undefined
          ? this.#removedPath(before)
          : this.#pathChanges({ base: before, head: after });
      }),
      ...added.flatMap((part) => this.#addedPath(part, bases)),
      ...this.#componentChanges(),
    ];
  }

  #removedPath(base: Part): Located[] {
    const path = keyOf(base);
    const rating = this.announced(base.pointer) ?? both('major', 'Calls get 404.');
    const ids = methodsOf(base).map((part) => idOf(part, path));
    return locate([finding({ base }, `Path \`${path}\` was removed.`, rating)], [path], ids);
  }

  #addedPath(head: Part, bases: readonly Part[]): Located[] {
    const path = keyOf(head);
    return [
      ...methodsOf(head).map((part) => added(part, path)),
      ...bases.flatMap((base) => takenRequests(base, head)),
    ];
  }

  #pathChanges(pair: Pair): Located[] {
    const [was, path] = [keyOf(pair.base), keyOf(pair.head)];
    const ids = methodsOf(pair.head).map((part) => idOf(part, path));
    const own = [
      ...(was === path
        ? []
        : [
            finding(
              pair,
              `renamed from ${was} to ${path}.`,
              documentation('The URL stays the same.'),
            ),
          ]),
      ...serverChanges(pair, this.documents.base),
      ...documentationChanges(
        pair,
        (key) => isMethod(key) || key === 'servers' || key === 'parameters',
      ),
    ];
    const methods = new Set([pair.base, pair.head].flatMap((part) => methodsOf(part).map(keyOf)));
    return [
      ...locate(own, [path], ids),
      ...[...methods].flatMap((method) => {
        const [base, head] = [childOf(pair.base, method), childOf(pair.head, method)];
        if (base === undefined) return head === undefined ? [] : [added(head, path)];
        if (head !== undefined) return this.#operationChanges({ base, head }, was, path);
        const rating = this.announced(base.pointer) ?? both('major', 'Calls get 405.');
        const text = `Operation \`${method.toUpperCase()} ${path}\` was removed.`;
        return locate([finding({ base }, text, rating)], [labelOf(base, path)], [idOf(base, path)]);
      }),
    ];
  }

  #operationChanges(pair: Pair, was: string, path: string): Located[] {
    const label = labelOf(pair.head, path);
    const [before, after] = [pair.base, pair.head].map((part) => getIn(part.value, 'operationId'));
    const place = {
      base: childOf(pair.base, 'operationId'),
      head: childOf(pair.head, 'operationId'),
    };
    const text = `\`operationId\` of operation \`${label}\` changed from '${before}' to '${after}'.`;
    const found = [
      ...(before === after
        ? []
        : [finding(place, text, sourceOnly('The SDK method is named after it.'))]),
      ...this.#messages.changes(pair, was, path),
      ...serverChanges(pair, this.documents.base),
      ...documentationChanges(pair, (key) => IS_RATED.test(key)),
    ];
    const ids = [idOf(pair.base, was), idOf(pair.head, path)];
    return locate(found, [label], [...new Set(ids)]);
  }

  #componentChanges(): Located[] {
    const groups = new Set(
      [this.#root.base, this.#root.head].flatMap((part) => partsOf(part, 'components').map(keyOf)),
    );
    return [...groups].flatMap((group) => {
      const [base, head] = [
        childOf(this.#root.base, 'components', group),
        childOf(this.#root.head, 'components', group),
      ];
      const names = new Set(
        [base, head].flatMap((part) =>
          part === undefined ? [] : Object.keys(isObject(part.value) ? part.value : {}),
        ),
      );
      return [...names].flatMap((name) => {
        const [before, after] = [base && childOf(base, name), head && childOf(head, name)];
        const label = ['components', group, name];
        if (group === 'securitySchemes')
          return locate(schemeChanges(name, before, after), label, []);
        if (before !== undefined && after === undefined)
          return this.#removedComponent(group, name, before);
        if (
          before !== undefined ||
          after === undefined ||
          operationsUsing(this.documents.head, after.pointer).length > 0
        )
          return [];
        return locate(
          [finding({ head: after }, 'added.', documentation('No operation uses it.'))],
          label,
          [],
        );
      });
    });
  }

  #removedComponent(group: string, name: string, base: Part): Located[] {
    const users = operationsUsing(this.documents.base, base.pointer);
    const label = ['components', group, name];
    const ids = users.map(({ id }) => id);
    if (users.length === 0)
      return locate(
        [finding({ base }, 'removed.', documentation('No operation uses it.'))],
        label,
        [],
      );
    if (group !== 'schemas')
      return locate(
        [
          finding(
            { base },
            'removed.',
            documentation('Only the name changed; changes of its use are rated separately.'),
          ),
        ],
        label,
        ids,
      );
    const renamed = entriesOf(getIn(this.documents.head, 'components', 'schemas')).find(
      ([other, schema]) =>
        getIn(this.documents.base, 'components', 'schemas', other) === undefined &&
        isDeepStrictEqual(schema, base.value),
    );
    const now = renamed === undefined ? '' : ` It is called \`${renamed[0]}\` now.`;
    const isOutlived = users.every(
      ({ pointer }) =>
        getIn(this.documents.head, ...keysOf(pointer)) === undefined &&
        this.announced(pointer)?.source === 'minor',
    );
    const rating: Rating = isOutlived
      ? {
          wire: 'none',
          source: 'minor',
          why: 'The sunset of each operation that used it has passed.',
        }
      : sourceOnly('The SDK exports a type of that name; imports of it no longer compile.');
    return locate(
      [finding({ base }, `the schema \`${name}\` no longer exists.${now}`, rating)],
      label,
      ids,
    );
  }
}

/** Keys of operations that are rated by their own rules. */
const IS_RATED =
  /^(?:operationId|parameters|requestBody|responses|servers|security|deprecated|x-stability|x-deprecated-.*)$/;

function locate(found: readonly Finding[], label: string[], operations: string[]): Located[] {
  return found.map((one) => ({ ...one, path: [...label, ...one.path], operations }));
}

function added(head: Part, path: string): Located {
  const id = idOf(head, path);
  return {
    ...finding({ head }, `added, as \`${id}\`.`, both('minor')),
    path: [labelOf(head, path)],
    operations: [id],
  };
}

/** Requests that a template of the base accepted, and that a literal path of the head takes. The search of witnesses confirms them. */
function takenRequests(base: Part, head: Part): Located[] {
  const [template, literal] = [keyOf(base), keyOf(head)];
  const [segments, others] = [template, literal].map((path) => path.split('/'));
  const isTaken =
    segments?.length === others?.length &&
    segments?.every((segment, index) =>
      isTemplate(segment) === isTemplate(others?.[index] ?? '')
        ? isTemplate(segment) || segment === others?.[index]
        : isTemplate(segment),
    );
  if (!isTaken) return [];
  return methodsOf(base).map((part): Located => {
    const method = keyOf(part);
    const taker = childOf(head, method);
    const fate = taker === undefined ? 'get 405 now' : `reach \`${idOf(taker, literal)}\` now`;
    const rating = behaviour('major', 'A literal path wins over a template.');
    return {
      ...finding({ head: taker ?? head }, `requests of \`${literal}\` ${fate}.`, rating),
      path: [labelOf(part, template)],
      operations: [idOf(part, template)],
      example: literal,
    };
  });
}

function isTemplate(segment: string): boolean {
  return /^\{[^}]*\}$/.test(segment);
}

/** Servers of the contract or, with the contract's document, of a path or an operation. */
function serverChanges(pair: Pair, document?: JsonObject): Finding[] {
  const [base, head] = [childOf(pair.base, 'servers'), childOf(pair.head, 'servers')];
  if (isDeepStrictEqual(base?.value, head?.value)) return [];
  const gone = 'A client that uses that URL no longer works.';
  if (document !== undefined && base === undefined) {
    const published = listOf(document.servers).map((server) => getIn(server, 'url'));
    const isOther = listOf(head?.value).some((server) => !published.includes(getIn(server, 'url')));
    return [
      finding(
        { head },
        'added.',
        isOther ? behaviour('major', 'Its calls go to another URL.') : both('minor'),
        ['servers'],
      ),
    ];
  }
  if (document !== undefined && head === undefined)
    return [finding({ base }, 'removed.', both('major', gone), ['servers'])];
  const before = serversIn(base);
  const after = serversIn(head);
  const urlOf = (part: Part) => getIn(part.value, 'url');
  const nameOf = (part: Part) => String(getIn(part.value, 'description') ?? '').toLowerCase();
  return [
    ...before.flatMap((one) => {
      const same = after.find((other) => urlOf(other) === urlOf(one));
      const moved = after.find(
        (other) =>
          nameOf(other) === nameOf(one) && !before.some((known) => urlOf(known) === urlOf(other)),
      );
      const path = ['servers', keyOf(one)];
      if (same !== undefined)
        return serverTexts({ base: one, head: same }, path, nameOf(one) !== nameOf(same));
      if (moved !== undefined)
        return [
          finding(
            { base: one, head: moved },
            `Server \`${urlOf(one)}\` became \`${urlOf(moved)}\`.`,
            both('major', gone),
            path,
          ),
        ];
      return [
        finding({ base: one }, `Server \`${urlOf(one)}\` was removed.`, both('major', gone), path),
      ];
    }),
    ...after
      .filter(
        (other) =>
          !before.some((one) => urlOf(one) === urlOf(other) || nameOf(one) === nameOf(other)),
      )
      .map((other) =>
        finding({ head: other }, `Server \`${urlOf(other)}\` was added.`, both('minor'), [
          'servers',
          keyOf(other),
        ]),
      ),
  ];
}

function serverTexts(pair: Pair, path: string[], isRenamed: boolean): Finding[] {
  return documentationChanges(pair, (key) => key === 'url').map((found) => ({
    ...found,
    ...(isRenamed &&
      found.text.startsWith('`description`') &&
      sourceOnly('SDK users select the environment by this name.')),
    path: [...path, ...found.path],
  }));
}

function serversIn(list: Part | undefined): Part[] {
  return listOf(list?.value).flatMap((_, index) => (list && childOf(list, String(index))) ?? []);
}

const SCHEME_FIELDS = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl'];

/** Schemes are rated where they are required; this rates what their names stand for. */
function schemeChanges(name: string, base: Part | undefined, head: Part | undefined): Finding[] {
  if (base === undefined || head === undefined)
    return [
      finding(
        { base, head },
        base === undefined ? 'added.' : 'removed.',
        documentation('Its uses are rated separately.'),
      ),
    ];
  const changed = SCHEME_FIELDS.flatMap((field) => {
    const place = { base: childOf(base, field), head: childOf(head, field) };
    const [was, is] = [place.base?.value, place.head?.value];
    if (was === is) return [];
    const text = describeValueChange(field, was, is).replace(
      '` ',
      `\` of security scheme \`${name}\` `,
    );
    return [finding(place, text, behaviour('major', 'The current credentials no longer work.'))];
  });
  return [
    ...changed,
    ...documentationChanges({ base, head }, (key) => SCHEME_FIELDS.includes(key)),
  ];
}

/** Changes that the modules of vendor extensions and deprecations rate, and the version itself. */
function isRatedElsewhere({ base, head }: Finding): boolean {
  const keys = keysOf(head ?? base ?? '#');
  return (
    (keys[0] === 'info' && keys[1] === 'version') || isRatedExtension(keys) || isLifeCycleKey(keys)
  );
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
    const [first] = worst;
    if (decisive === undefined || first === undefined) return [];
    const { base, head, path, text, example } = decisive;
    const concerned = wire === 'major' ? worst : group;
    const label = path.join(' › ') || 'the document';
    return [
      {
        wire,
        source,
        why: decisive.why,
        message: `${label}: ${text}`,
        side: head === undefined ? 'base' : 'head',
        pointer: head ?? base ?? '#',
        operations: [...new Set(concerned.flatMap(({ operations }) => operations))],
        ...(example !== undefined && { example }),
      },
    ];
  });
}

function partsOf(part: Part, key: string): Part[] {
  const inner = childOf(part, key);
  return entriesOf(inner?.value).flatMap(([name]) => (inner && childOf(inner, name)) ?? []);
}

function methodsOf(pathItem: Part): Part[] {
  return entriesOf(pathItem.value)
    .filter(([key]) => isMethod(key))
    .flatMap(([key]) => childOf(pathItem, key) ?? []);
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function keyOf({ pointer }: Part): string {
  return keysOf(pointer).at(-1) ?? '';
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

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
