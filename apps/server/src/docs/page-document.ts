// The contract as the reference page gets it: with code samples, summaries and the dates of deprecated parts in their
// descriptions, which /openapi.json does not have.
import type { ContractDocument } from '@animal-store/contract';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { withDeprecationNotes } from './deprecation-notes.js';
import type { Review } from './preview/mark-changes.js';
import {
  type BriefError,
  briefErrors,
  commonHeaders,
  type HeaderSummary,
  type OwnHeader,
  ownHeaders,
} from './response-summary.js';
import { INSTALL_COMMAND, renderFirstCall, renderSamples, type Samples } from './samples.js';

export interface Reference {
  installCommand: string;
  /** TypeScript, with `{baseUrl}` for the URL of the service. So are the samples. */
  firstCall: string;
  /** The headers that every response has. */
  headers: readonly HeaderSummary[];
  /** By operationId. */
  operations: Readonly<Record<string, OperationReference>>;
}

export interface OperationReference extends Samples {
  headers: readonly OwnHeader[];
  /** By status. */
  briefErrors: Readonly<Record<string, BriefError>>;
}

export interface PageDocument extends ContractDocument {
  'x-reference': Reference;
  /** In a preview: the changes since its base. */
  'x-review'?: Review;
}

export function toPageDocument({ document, operations }: Contract): PageDocument {
  const headers = commonHeaders(document);
  const describe = (operation: ContractOperation): OperationReference => {
    const declared = document.paths[operation.path]?.[operation.method];
    if (declared === undefined) throw new Error(`the contract has no operation ${operation.id}`);
    return {
      ...renderSamples(operation, document),
      headers: ownHeaders(declared, document, headers),
      briefErrors: briefErrors(declared, document),
    };
  };
  return {
    ...document,
    ...withDeprecationNotes(document),
    'x-reference': {
      installCommand: INSTALL_COMMAND,
      firstCall: renderFirstCall(operations, document),
      headers,
      operations: Object.fromEntries(operations.map((one) => [one.id, describe(one)])),
    },
  };
}
