// The specs of a contract's operations. The contract may have others than openapi.yaml.
import type { OperationSpec } from '@animal-store/contract';
import type { Contract } from '@animal-store/spec/model';
import { readOperations } from '@animal-store/spec/outputs';

export function readSpecs(contract: Contract): OperationSpec[] {
  return readOperations(contract) as OperationSpec[];
}
