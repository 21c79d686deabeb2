// Changes of the SDK's surface that the wire does not show: how a method takes its values, and what it returns.
import { formatPointer, joinPointer } from '@animal-store/spec';
import {
  branchesOf,
  type Carrier,
  type Contract,
  type Edge,
  type Operation,
  type Pointer,
} from '@animal-store/spec/model';
import { type CallShape, callShape } from '@animal-store/spec/outputs';
import { readIfServed } from '@animal-store/spec/requests';
import type { Contracts } from './change.js';
import { inSchema } from './normalize/contents.js';
import { isReference, type Reference } from './normalize/keywords.js';
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
  const before = new Set(Array.from(discriminatedBranches(base), ({ branch }) => branch.target));
  return [...discriminatedBranches(head)].flatMap(({ branch, property, part }) => {
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

interface Discriminated {
  branch: Reference;
  property: string;
  /** The schema that has the discriminator. */
  part: Part<Edge>;
}

/** The branches that are references. */
function* discriminatedBranches(contract: Contract): Iterable<Discriminated> {
  for (const part of schemasIn(contract)) {
    const { discriminator } = part.value.schema;
    if (discriminator === undefined) continue;
    for (const branch of branchesOf(part.value.schema))
      if (isReference(branch)) yield { branch, property: discriminator.property, part };
  }
}

/** Every schema that stands in an operation or is a component, and those inside. */
function* schemasIn(contract: Contract): Iterable<Part<Edge>> {
  for (const { at, schema } of carriersIn(contract))
    if (schema) yield* within(schema, joinPointer(at, 'schema'));
  for (const [name, edge] of contract.schemas)
    yield* within(edge, formatPointer('components', 'schemas', name));
}

/** Of the parameters and the bodies that operations have. Those that several share come once. */
function carriersIn({ operations }: Contract): Iterable<Carrier> {
  const parameters = operations.flatMap((one) => one.parameters.map(({ value }) => value));
  const messages = operations.flatMap(({ body, replies }) =>
    [body ?? [], [...replies.values()]].flat().map(({ value }) => value),
  );
  const bodies = Array.from(new Set(messages), ({ content }) => [...content.values()]);
  return [...new Set(parameters), ...bodies.flat()];
}

function* within(edge: Edge, pointer: Pointer): Iterable<Part<Edge>> {
  for (const content of inSchema(edge, pointer, pointer))
    if (content.edge) yield new Part(content.edge, content.pointer);
}
