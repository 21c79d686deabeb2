// Example replies of the contract's operations, by operationId.
import { contract } from '@animal-store/contract/model';
import { type ExampleReply, readReplies } from '@animal-store/spec/outputs';

export const EXAMPLE_REPLIES: ReadonlyMap<string | undefined, readonly ExampleReply[]> = new Map(
  contract.operations.map((operation) => [operation.id, readReplies(operation)]),
);
