// The contract as the server reads it, from the document alone, which a test may have edited.
import type { ContractDocument } from '@animal-store/contract';
import { readOperations } from '@animal-store/contract/read-operations';
import * as server from '../../src/contract/contract.js';

export function readContract(document: ContractDocument): server.Contract {
  return server.readContract(document, readOperations(document));
}
