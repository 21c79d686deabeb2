// Target of an import: the schema of its rows in openapi.yaml, and how valid rows are stored.
import type { ContractDocument } from '@animal-store/contract';
import { type ObjectProperty, propertiesOf } from '@animal-store/contract/request-schemas';
import type { Row } from './row-format.js';
import { createRowValidator, type ValidatedRow } from './row-validator.js';

export interface ImportTarget {
  /** What the rows are called, in the plural. */
  noun: string;
  /** The name of the rows' schema. */
  schema: string;
  /** @param rows Valid ones. */
  write(resources: object, rows: readonly unknown[]): Promise<unknown>;
}

/** @template Item The type of the schema. */
export function toImportTarget<Resources extends object, Item>(
  noun: string,
  schema: string,
  write: (resources: Resources, rows: readonly Item[]) => Promise<unknown>,
): ImportTarget {
  return {
    noun,
    schema,
    write: (resources, rows) => write(resources as Resources, rows as readonly Item[]), // validated by the schema
  };
}

/** A target with what its schema says of a row. */
export interface OpenedTarget extends ImportTarget {
  /** The name of the table. */
  resource: string;
  properties: readonly ObjectProperty[];
  validate(row: Row): ValidatedRow;
}

export function openTarget(
  resource: string,
  target: ImportTarget,
  document: ContractDocument,
): OpenedTarget {
  return {
    ...target,
    resource,
    properties: propertiesOf(target.schema, document),
    validate: createRowValidator(target.schema, document),
  };
}
