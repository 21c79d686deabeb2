// Replies of a contract, as a contract whose operations are its responses.
import type { SealedDocument } from '@animal-store/spec';
import { readContract } from '@animal-store/spec/model';
import {
  createJudge,
  type Judge,
  type ReplyReader,
  toReplyDocument,
} from '@animal-store/spec/requests';
import { ServedContract } from './served-contract.js';

/** @param document as written. */
export function createReplyContract(document: SealedDocument, reader: ReplyReader): ServedContract {
  const replies = toReplyDocument(document, reader);
  const judge = createJudge(replies);
  // A client ignores a property that replies do not have, as any that it does not know.
  const ignored = reader === 'client' ? 'is read-only' : undefined;
  const faultsOf: Judge = (operation, reply) => {
    if (reader === 'service' && reply.body !== undefined && operation.body === undefined)
      return [{ in: 'body', path: '', code: 'unknown', message: 'is not declared' }];
    const faults = judge(operation, reply) ?? []; // that it cannot read the reply is no fault
    return faults.filter(({ message }) => message !== ignored);
  };
  return new ServedContract(readContract(replies), faultsOf, []);
}
