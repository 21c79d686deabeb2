// Reading of openapi.yaml: the bundled, checked document, or its problems.
import { FORMATS } from '@animal-store/core/validation';
import { bundleContract, formatProblem } from '@animal-store/spec';
import type { Contract } from '@animal-store/spec/model';
import type { ContractDocument } from '../src/document.js';

/** The contract, or `problems`: one line each, as `openapi.yaml:12:3 rule-name message`. */
export async function loadContract(
  file: string,
): Promise<{ document?: ContractDocument; contract?: Contract; problems: string[] }> {
  const { bundle, problems } = await bundleContract(file, { formats: FORMATS });
  if (bundle === undefined) return { problems: problems.map(formatProblem) };
  // The compiler checks the cast: generate.ts writes the document as a typed literal.
  const document = bundle.document as ContractDocument;
  return { document, contract: bundle.contract, problems: [] };
}
