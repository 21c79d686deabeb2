// Changes of the SDK's surface that the wire does not show: how a method takes its values, and what it returns.
import { formatPointer, joinPointer } from '@animal-store/spec';
import {
  branchesOf,
  type Carrier,
  type Contract,
  type Edge,
  type Operation,
} from '@animal-store/spec/model';
import { type CallShape, callShape } from '@animal-store/spec/outputs';
import { readIfServed } from '@animal-store/spec/requests';
import type { Contracts } from './change.js';
import { inSchema } from './normalize/contents.js';
import { isReference } from './normalize/keywords.js';
import { idOf, operationsUsing } from './operations.js';
import { sourceOnly } from './ratings.js';
import { type Findings, Part, Sides, type WalkContext } from './walk/sides.js';

/** The method is that of the same identifier, whatever the path of its operation was. */
export function* callChanges(operation: Sides<Operation>, context: WalkContext): Findings {
  const { base, head } = context.contracts;
  const { id } = operation.is ?? {};
  if (id === undefined) return;
  const [was, is] = [base, head].map(({ written }) => callShapeIn(written, id));
  if (was === undefined || is === undefined) return;
  const inParts =
    'the method of the SDK takes its values in parts: `{ path, query, headers, body }`.';
  const inOne = 'the method of the SDK takes its values in one object.';
  const toPage = 'the method of the SDK returns a `Page` instead of an array.';
  const noPage = 'the method of the SDK no longer returns a `Page`.';
  const rating = sourceOnly('Calls of the method in the SDK no longer compile.');
  if (was.isStructured !== is.isStructured)
    yield operation.find(is.isStructured ? inParts : inOne, rating);
  if (was.isPaged !== is.isPaged) yield operation.find(is.isPaged ? toPage : noPage, rating);
}

/** Undefined for an operation that the SDK cannot call. */
function callShapeIn({ operations }: Contract, id: string): CallShape | undefined {
  const operation = operations.find((one) => idOf(one) === id);
  return operation && readIfServed(operation) && callShape(operation);
}

/**
 * Schemas that a discriminator tells apart for the first time, with the operations that used them: their property gets the
 * type of one value.
 */
export function narrowedBranches({ base, head }: Contracts): Findings {
  const before = new Set(discriminatedBranches(base).map(({ branch }) => branch.target));
  return discriminatedBranches(head).flatMap(({ branch, property, part }) => {
    const { target, component } = branch;
    const edge = base.schemas.get(component ?? '')?.schema.properties?.get(property);
    const values = edge && !isReference(edge) ? edge.schema.enum : undefined;
    const isUnchanged = edge === undefined || before.has(target) || values?.length === 1;
    const operations = operationsUsing(base, target).map(idOf);
    if (isUnchanged || operations.length === 0) return [];
    const text = `${component}: the type of \`${property}\` becomes the one value of the discriminator.`;
    const why = 'Code that uses the schema on its own with another value no longer compiles.';
    const sides = new Sides<Edge>(undefined, part);
    return [{ ...sides.find(text, sourceOnly(why)), operations }];
  });
}

/** The branches that are references, each with the property and the schema that has the discriminator. */
function discriminatedBranches(contract: Contract) {
  const roots = [
    ...carriersIn(contract).map(({ at, schema }) => new Part(schema, joinPointer(at, 'schema'))),
    ...Array.from(
      contract.schemas,
      ([name, edge]) => new Part(edge, formatPointer('components', 'schemas', name)),
    ),
  ];
  const all = roots.flatMap(({ value, pointer }) =>
    value === undefined ? [] : [...inSchema(value, pointer, pointer)],
  );
  return all.flatMap(({ edge, pointer }) => {
    const { discriminator } = edge?.schema ?? {};
    if (edge === undefined || discriminator === undefined) return [];
    const { property } = discriminator;
    const part = new Part(edge, pointer);
    return branchesOf(edge.schema)
      .filter(isReference)
      .map((branch) => ({ branch, property, part }));
  });
}

/** Of the parameters and the bodies that operations have. Those that several share come once. */
function carriersIn({ operations }: Contract): Carrier[] {
  const parameters = operations.flatMap((one) => one.parameters.map(({ value }) => value));
  const messages = operations.flatMap(({ body, replies }) =>
    [body ?? [], [...replies.values()]].flat().map(({ value }) => value),
  );
  const bodies = Array.from(new Set(messages), ({ content }) => [...content.values()]);
  return [...new Set(parameters), ...bodies.flat()];
}
