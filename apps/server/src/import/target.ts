// Target of an import: the schema of its rows in openapi.yaml, and how valid rows are stored. Rows are validated as the bodies of
// requests, with the same errors.
import type { ContractDocument } from '@animal-store/contract';
import { readErrorBounds } from '@animal-store/contract';
import {
  compileSchema,
  type ObjectProperty,
  propertiesOf,
} from '@animal-store/contract/request-schemas';
import { type BodyJson, ErrorDetails, readBody, validateBody } from '@animal-store/core/validation';
import type { Fault, Row } from './row-format.js';

export interface ImportTarget {
  /** What the rows are called, in the plural. */
  noun: string;
  /** The name of the rows' schema. */
  schema: string;
  /** Stores valid rows. Its parameters have the types of the shop's tables and of the schema. */
  write: (resources: never, rows: never) => Promise<unknown>;
}

/** A target with what its schema says of a row. */
export interface OpenedTarget extends ImportTarget {
  /** The name of the table. */
  resource: string;
  properties: readonly ObjectProperty[];
  /** @returns `body`: the object with its defaults, in which 64-bit integers are exact. */
  validate(row: Row): { body: unknown } | { faults: readonly Fault[] };
}

export function openTarget(
  resource: string,
  target: ImportTarget,
  document: ContractDocument,
): OpenedTarget {
  const validate = compileSchema(target.schema, document);
  const bounds = readErrorBounds(document);
  const maxBytes = document['x-max-body-bytes'];
  const faulty = (reason: string) => ({ faults: [{ field: '', reason }] });
  return {
    ...target,
    resource,
    properties: propertiesOf(target.schema, document),
    validate(row) {
      const sent = row.toBody();
      if (typeof sent !== 'string') return { faults: [sent] };
      if (Buffer.byteLength(sent) > maxBytes) return faulty(`is larger than ${maxBytes} bytes`);
      const details = new ErrorDetails(bounds);
      let json: BodyJson;
      try {
        json = readBody(sent, details);
      } catch {
        return faulty('is not valid JSON');
      }
      const body = json.isFullyScanned ? validateBody(validate, json, details) : undefined;
      if (details.isEmpty) return { body };
      return {
        faults: details.all.map(({ path, message }) => ({ field: path.slice(1), reason: message })),
      };
    },
  };
}
