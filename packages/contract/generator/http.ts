// Deprecations of a document's operation, for what has no model of it.
import type { DeprecatedParts, DeprecationDates } from '@animal-store/core/http';
import { readContract } from '@animal-store/spec/model';
import * as outputs from '@animal-store/spec/outputs';
import type { ContractDocument, Operation } from '../src/document.js';

/** @param node An operation, a parameter or a property. */
export function datesOf(node: Readonly<Record<string, unknown>>): DeprecationDates {
  const { operation } = read({ ...node, deprecated: true }, {});
  return outputs.datesOf(operation.deprecation) ?? {};
}

export function readDeprecation(
  node: Operation,
  document: ContractDocument,
  basePath: string,
): Record<string, string> | undefined {
  const { contract, operation } = read(node, document);
  return outputs.readDeprecation(operation, contract, basePath);
}

export function readDeprecatedParts(
  node: Operation,
  document: ContractDocument,
): DeprecatedParts | undefined {
  return outputs.readDeprecatedParts(read(node, document).operation);
}

function read(node: object, document: Partial<ContractDocument>) {
  const paths = { ...document.paths, '': { get: node } };
  const contract = readContract({ ...document, paths });
  const operation = contract.operations.at(-1);
  if (operation === undefined) throw new Error('The model has no operation.');
  return { contract, operation };
}
