// The contract at run time: what the build read from openapi.yaml, with a matcher for the path of each operation.
import type { ContractData, OperationData } from '@animal-store/core/contract-data';
import { matcher, type Route } from '@animal-store/core/http';
import { createReader, type ParameterReader } from '@animal-store/core/validation';

export interface Contract extends Omit<ContractData, 'operations'> {
  operations: readonly ContractOperation[];
}

export interface ContractOperation extends OperationData, Route {}

export function createContract(data: ContractData): Contract {
  return {
    ...data,
    operations: data.operations.map((one) => ({ ...one, match: matcher(one.path) })),
  };
}

/** Of the operation's parameters, in their order. */
export function createReaders(
  { validators }: Contract,
  { id, parameters }: ContractOperation,
): ParameterReader[] {
  const validate = validators[id]?.parameters ?? [];
  return parameters.map((parameter, index) => {
    const isValid = validate[index];
    if (isValid === undefined) throw new Error(`the parameter ${parameter.name} has no validator`);
    return createReader(parameter, isValid);
  });
}
