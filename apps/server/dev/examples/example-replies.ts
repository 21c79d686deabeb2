// Example replies of the contract's operations, by operationId.
import { document } from '@animal-store/contract';
import { readContract } from '@animal-store/spec/model';
import { type ExampleReply, readReplies } from '@animal-store/spec/outputs';

const { operations } = readContract(document);

export const EXAMPLE_REPLIES: ReadonlyMap<string | undefined, readonly ExampleReply[]> = new Map(
  operations.map((operation) => [operation.id, readReplies(operation)]),
);
