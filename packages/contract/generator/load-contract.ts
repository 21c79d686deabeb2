// Reading of openapi.yaml: the bundled, checked document, or its problems.
import { readFile } from 'node:fs/promises';
import { type BundleOptions, bundleContract, formatProblem } from '@animal-store/openapi-tools';
import type { ContractDocument } from '../src/document.js';
import { FORMATS } from '../src/request-schemas/formats.js';
import { type BundledDocument, hoistParameters } from './hoist-parameters.js';

const INDEX = new URL('../src/index.ts', import.meta.url);

/** The contract, or `problems`: one line each, as `openapi.yaml:12:3 rule-name message`. */
export async function loadContract(
  file: string,
  options: BundleOptions = {},
): Promise<{ document?: ContractDocument; problems: string[] }> {
  // The types of schemas are exported beside these names.
  const exports = options.isPublished ? '' : await readFile(INDEX, 'utf8');
  const { bundle, problems } = await bundleContract(file, {
    exports,
    formats: FORMATS,
    ...options,
  });
  if (bundle === undefined) return { problems: problems.map(formatProblem) };
  // The compiler checks the cast: main.ts writes the document as a typed literal.
  return { document: hoistParameters(bundle.document as BundledDocument), problems: [] };
}
