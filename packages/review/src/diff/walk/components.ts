// Components: which names came and went, and what the security schemes stand for. What else changes in them is found where they
// are used.
import { formatPointer, getIn, parsePointer } from '@animal-store/spec';
import type { Contract, Operation } from '@animal-store/spec/model';
import type { Contracts } from '../change.js';
import { rateRemoval } from '../life-cycle.js';
import { isSameEdge } from '../normalize/same-schema.js';
import { idOf, operationsUsing } from '../operations.js';
import { behaviour, documentation, sourceOnly } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { type Finding, type Findings, Part, Sides, type WalkContext } from './sides.js';

const ONLY_NAME = 'Only the name changed; changes of its use are rated separately.';

export function* componentChanges(context: WalkContext): Findings {
  for (const sides of componentsOf(context.contracts)) yield* changesOf(sides, context);
}

function* changesOf(sides: Sides<Component>, context: WalkContext): Findings {
  const { contracts } = context;
  const [, group = '', name = ''] = sides.path;
  if (group === 'securitySchemes') return yield* schemeChanges(name, sides, contracts);
  if (sides.isPair()) return;
  const users = [
    ...(sides.base ? operationsUsing(contracts.base, sides.base.pointer) : []),
    ...(sides.head ? operationsUsing(contracts.head, sides.head.pointer) : []),
  ];
  if (sides.head !== undefined && users.length > 0) return;
  const rating = documentation(users.length === 0 ? 'No operation uses it.' : ONLY_NAME);
  const isType = group === 'schemas' && users.length > 0;
  const found = isType
    ? removedSchema(name, sides, users, context)
    : sides.find(`${sides.change}.`, rating);
  yield { ...found, operations: users.map(idOf) };
}

function removedSchema(
  name: string,
  sides: Sides<Component>,
  users: Operation[],
  context: WalkContext,
): Finding {
  const { base, head } = context.contracts;
  const schema = base.schemas.get(name);
  const renamed = [...head.schemas].find(
    ([other, edge]) => !base.schemas.has(other) && isSameEdge(edge, schema),
  );
  const now = renamed === undefined ? '' : ` It is called \`${renamed[0]}\` now.`;
  const isOutlived = users.every(
    (user) =>
      !head.digests.has(user.at) && rateRemoval(context, user.deprecation)?.source === 'minor',
  );
  const why = 'The sunset of each operation that used it has passed.';
  const rating = isOutlived
    ? { wire: 'none' as const, source: 'minor' as const, why }
    : sourceOnly('The SDK exports a type of that name; imports of it no longer compile.');
  return sides.find(`the schema \`${name}\` no longer exists.${now}`, rating);
}

/** That a component exists. */
type Component = true;

/** All components, group by group. */
function componentsOf({ base, head }: Contracts): Sides<Component>[] {
  const pointers = [base, head].flatMap(({ digests }) => [...digests.keys()]);
  const paths = [...new Set(pointers)].map(parsePointer).filter(([root]) => root === 'components');
  const groups = [...new Set(paths.map(([, group]) => group))];
  return groups.flatMap((group) =>
    paths
      .filter((path) => path[1] === group)
      .map((path) => {
        const pointer = formatPointer(...path);
        const partIn = ({ digests }: Contract) =>
          digests.has(pointer) ? new Part<Component>(true, pointer) : undefined;
        return new Sides(partIn(base), partIn(head), path);
      }),
  );
}

/** Schemes are rated where they are required; this rates what their names stand for. */
function* schemeChanges(
  name: string,
  { base, head, path, change }: Sides<Component>,
  contracts: Contracts,
): Findings {
  const schemeIn = (side: 'base' | 'head') => () => contracts[side].securitySchemes.get(name);
  const sides = new Sides(base?.at(schemeIn('base')), head?.at(schemeIn('head')), path);
  if (!sides.isPair())
    return yield sides.find(`${change}.`, documentation('Its uses are rated separately.'));
  const rating = behaviour('major', 'The current credentials no longer work.');
  const url = 'openIdConnectUrl';
  for (const field of ['type', 'scheme', 'in', 'name', url])
    yield* sides
      .at(({ extensions, ...scheme }) => getIn({ ...extensions, ...scheme }, field), field)
      .valueChange(field, rating, ` of security scheme \`${name}\``);
  yield* documentationChanges(sides, ({ extensions: { [url]: _, ...others } }) => others);
}
