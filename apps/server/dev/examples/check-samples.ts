// Check of samples: a sample does not follow every pattern, and the developer has to know.
import { document } from '@animal-store/contract/model';
import { FORMATS } from '@animal-store/core/validation';
import type { ContractOperation } from '@animal-store/engine/internal/contract';
import { unsealDocument } from '@animal-store/spec/document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { EXAMPLE_REPLIES } from './example-replies.js';

const DOCUMENT_ID = 'contract';

/** A line for each of these operations whose success reply has no example and no valid sample. */
export function findInvalidSamples(operations: readonly ContractOperation[]): string[] {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    formats: FORMATS,
  });
  ajv.addSchema(unsealDocument(document), DOCUMENT_ID);
  return operations.flatMap((operation) => {
    const [reply] = EXAMPLE_REPLIES.get(operation.id) ?? [];
    if (reply?.sampledFrom === undefined) return [];
    const validate = ajv.getSchema(`${DOCUMENT_ID}#${encodeURI(reply.sampledFrom)}`);
    if (validate === undefined || validate(reply.body)) return [];
    const reason = ajv.errorsText(validate.errors, { dataVar: 'body' });
    return [
      `${operation.id}: the contract has no example for ${reply.status}, and the sample of its schema is not valid (${reason}). Add an \`example\`.`,
    ];
  });
}
