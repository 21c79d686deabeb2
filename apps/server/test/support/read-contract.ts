// The contract as the server reads it, made in process from the document alone, which a test may have edited.
import * as server from '@animal-store/engine/internal/contract';
import type { ContractDocument } from '@animal-store/spec/document';
import { readContract } from '@animal-store/spec/model';
import { createContractData } from '@animal-store/spec/server';

export interface TestContract extends server.Contract {
  document: ContractDocument;
}

export function readTestContract(document: ContractDocument): TestContract {
  return { ...server.createContract(createContractData(readContract(document))), document };
}
