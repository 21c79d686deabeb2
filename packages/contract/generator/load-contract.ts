// Reading of openapi.yaml: the bundled, checked document, or its problems. Path items are flattened: those that are references
// stand in place, and parameters of a path become parameters of each of its operations, so that code that reads the contract
// looks in one place.
import {
  type BundleOptions,
  bundleContract,
  formatProblem,
  SUPPORTED_METHODS,
  withInherited,
} from '@animal-store/openapi-tools';
import type { ContractDocument, Method, Operation, Parameter, Reference } from '../src/document.js';
import { mapValues } from '../src/json-object.js';
import { FORMATS } from '../src/request-schemas/formats.js';
import { resolve } from '../src/resolve.js';

/** The contract, or `problems`: one line each, as `openapi.yaml:12:3 rule-name message`. */
export async function loadContract(
  file: string,
  options: BundleOptions = {},
): Promise<{ document?: ContractDocument; problems: string[] }> {
  const { bundle, problems } = await bundleContract(file, { formats: FORMATS, ...options });
  if (bundle === undefined) return { problems: problems.map(formatProblem) };
  // The compiler checks the cast: generate.ts writes the document as a typed literal.
  return { document: hoistParameters(bundle.document as BundledDocument), problems: [] };
}

/** A path item as OpenAPI defines it. */
interface PathItem extends Partial<Record<Method, Operation>> {
  $ref?: string;
  parameters?: readonly (Parameter | Reference)[];
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
  // Other fields of a path, such as a summary, are dropped: every operation has its own.
  const flat = SUPPORTED_METHODS.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const parameters = withInherited(operation.parameters, item.parameters, document);
    return [[method, parameters.length > 0 ? { ...operation, parameters } : operation]];
  });
  return Object.fromEntries(flat);
}
