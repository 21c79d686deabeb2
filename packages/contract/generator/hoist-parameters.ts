// Owns the flattening of path items: what a path says for all its operations is said by each of them, so that nobody
// who reads the contract has to look in two places.
import {
  type ContractDocument,
  METHODS,
  type Method,
  type Operation,
  type Parameter,
  type Reference,
} from '../src/document.js';
import { resolve } from '../src/resolve.js';

type Entry = Parameter | Reference;

/** A path item as OpenAPI has it. */
interface PathItem extends Partial<Record<Method, Operation>> {
  parameters?: readonly Entry[];
  summary?: string;
  description?: string;
}

export interface BundledDocument extends ContractDocument {
  paths: Readonly<Record<string, PathItem>>;
}

/** The same contract with operations alone under its paths. */
export function hoistParameters(document: BundledDocument): ContractDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    flatten(item, document),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function flatten(item: PathItem, document: ContractDocument): Partial<Record<Method, Operation>> {
  const { parameters: shared = [] } = item;
  // What else a path may have, such as a summary, says nothing that an operation does not say itself.
  const flat = METHODS.flatMap((method) => {
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
  const nameOf = (entry: Entry) => {
    const { in: place, name } = resolve<Parameter>(entry, document);
    return `${place} ${name}`;
  };
  const own = operation.parameters ?? [];
  const overridden = new Set(own.map(nameOf));
  const inherited = shared.filter((entry) => !overridden.has(nameOf(entry)));
  return { ...operation, parameters: [...inherited, ...own] };
}
