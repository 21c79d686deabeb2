// Validation of rows as of the bodies of requests, with the same errors.
import type { ContractDocument } from '@animal-store/contract';
import { compileSchema } from '@animal-store/contract/request-schemas';
import {
  type BodyJson,
  ErrorDetails,
  readBody,
  readErrorBounds,
  validateBody,
} from '@animal-store/contract/validation';
import type { Fault, Row } from './row-format.js';

/** `body`: the object with its defaults, in which 64-bit integers are exact. */
export type ValidatedRow = { body: unknown } | { faults: readonly Fault[] };

/** @param schema The name of the rows' schema in openapi.yaml. */
export function createRowValidator(
  schema: string,
  document: ContractDocument,
): (row: Row) => ValidatedRow {
  const validate = compileSchema(schema, document);
  const bounds = readErrorBounds(document);
  const maxBytes = document['x-max-body-bytes'];
  return (row) => {
    const sent = row.toBody();
    if (typeof sent !== 'string') return { faults: [sent] };
    if (Buffer.byteLength(sent) > maxBytes) return faultyRow(`is larger than ${maxBytes} bytes`);
    const details = new ErrorDetails(bounds);
    let json: BodyJson;
    try {
      json = readBody(sent, details);
    } catch {
      return faultyRow('is not valid JSON');
    }
    const body = json.isFullyScanned ? validateBody(validate, json, details) : undefined;
    if (details.isEmpty) return { body };
    const faults = details.all.map(({ path, message }) => ({
      field: path.slice(1),
      reason: message,
    }));
    return { faults };
  };
}

function faultyRow(reason: string): ValidatedRow {
  return { faults: [{ field: '', reason }] };
}
