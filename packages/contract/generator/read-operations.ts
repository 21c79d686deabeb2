// Operation specs of a document, for what has no model of it.
import { readContract } from '@animal-store/spec/model';
import * as outputs from '@animal-store/spec/outputs';
import type { ContractDocument, OperationSpec } from '../src/document.js';

export function readOperations(document: ContractDocument): OperationSpec[] {
  return outputs.readOperations(readContract(document)) as OperationSpec[];
}
