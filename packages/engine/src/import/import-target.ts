// Target of an import: the schema of its rows in openapi.yaml, and how valid rows are stored. Rows are validated as the bodies of
// requests, with the same errors.
import { type BodyJson, ErrorDetails, readBody, validateBody } from '@animal-store/core/validation';
import type { Contract } from '../contract.js';
import type { Fault, Row } from './row-format.js';

export type RowProperty = Contract['rows'][string]['properties'][number];

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
  properties: readonly RowProperty[];
  /** @returns `body`: the object with its defaults, in which 64-bit integers are exact. */
  validate(row: Row): { body: unknown } | { faults: readonly Fault[] };
}

export function openTarget(
  resource: string,
  target: ImportTarget,
  { rows, errorBounds, maxBodyBytes: maxBytes }: Contract,
): OpenedTarget {
  const { [target.schema]: schema } = rows;
  if (schema === undefined)
    throw new Error(`the contract has no schema ${target.schema} of objects`);
  const faulty = (reason: string) => ({ faults: [{ field: '', reason }] });
  return {
    ...target,
    resource,
    properties: schema.properties,
    validate(row) {
      const sent = row.toBody();
      if (typeof sent !== 'string') return { faults: [sent] };
      if (Buffer.byteLength(sent) > maxBytes) return faulty(`is larger than ${maxBytes} bytes`);
      const details = new ErrorDetails(errorBounds);
      let json: BodyJson;
      try {
        json = readBody(sent, details);
      } catch {
        return faulty('is not valid JSON');
      }
      const body = json.isFullyScanned ? validateBody(schema.validate, json, details) : undefined;
      if (details.isEmpty) return { body };
      return {
        faults: details.all.map(({ path, message }) => ({ field: path.slice(1), reason: message })),
      };
    },
  };
}
