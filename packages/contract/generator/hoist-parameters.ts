// Flattening of path items: those that are references stand in place, and parameters of a path become parameters of each of
// its operations, so that code that reads the contract looks in one place.
import { SUPPORTED_METHODS } from '@animal-store/openapi-tools';
import type { ContractDocument, Method, Operation, Parameter, Reference } from '../src/document.js';
import { mapValues } from '../src/json-object.js';
import { resolve } from '../src/resolve.js';

type Entry = Parameter | Reference;

/** A path item as OpenAPI defines it. */
interface PathItem extends Partial<Record<Method, Operation>> {
  $ref?: string;
  parameters?: readonly Entry[];
  summary?: string;
  description?: string;
}

export interface BundledDocument extends ContractDocument {
  paths: Readonly<Record<string, PathItem>>;
}

/** The same contract with nothing but operations under its paths. */
export function hoistParameters(document: BundledDocument): ContractDocument {
  const { pathItems, ...components } = document.components;
  const paths = mapValues(document.paths, (item) =>
    flatten(resolve<PathItem>(item, document), document),
  );
  return { ...document, paths, components };
}

function flatten(item: PathItem, document: ContractDocument): Partial<Record<Method, Operation>> {
  const { parameters: shared = [] } = item;
  // Other fields of a path, such as a summary, are dropped: every operation has its own.
  const flat = SUPPORTED_METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, hoist(shared, operation, document)]];
  });
  return Object.fromEntries(flat);
}

function hoist(
  shared: readonly Entry[],
  operation: Operation,
  document: ContractDocument,
): Operation {
  if (shared.length === 0) return operation;
  const identityOf = (entry: Entry) => {
    const { in: location, name } = resolve<Parameter>(entry, document);
    return `${location} ${name}`;
  };
  const own = operation.parameters ?? [];
  const overridden = new Set(own.map(identityOf));
  const inherited = shared.filter((entry) => !overridden.has(identityOf(entry)));
  return { ...operation, parameters: [...inherited, ...own] };
}
