// Definition of a shop: all that the engine has to know of a service. The animal store's is shop.ts.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import type { Command } from 'commander';
import { type Contract, readContract } from './contract/contract.js';
import type { AnyHandlers } from './handlers/handler.js';
import type { ImportTarget } from './import/target.js';
import { defineSchema, type Migration, type Schema } from './storage/schema.js';
import type { Definitions, ResourcesOf } from './storage/table-types.js';

export interface Shop<Resources extends object = object> {
  contract: Contract;
  schema: Schema<Resources>;
  handlers: AnyHandlers;
  /** By the name of the table. */
  importTargets: Readonly<Record<string, ImportTarget>>;
  /** The staff's commands. */
  commands(): readonly Command[];
}

interface Definition<Tables extends Definitions> extends Pick<Shop, 'handlers' | 'importTargets'> {
  /** openapi.yaml, and its operations as the generator of @animal-store/contract reads them. */
  document: ContractDocument;
  operationSpecs: readonly OperationSpec[];
  tables: Tables;
  migrations: readonly Migration[];
  commands(shop: Shop<ResourcesOf<Tables>>): readonly Command[];
}

export function defineShop<const Tables extends Definitions>({
  document,
  operationSpecs,
  tables,
  migrations,
  commands,
  ...parts
}: Definition<Tables>): Shop<ResourcesOf<Tables>> {
  const shop: Shop<ResourcesOf<Tables>> = {
    ...parts,
    contract: readContract(document, operationSpecs),
    schema: defineSchema(tables, migrations),
    commands: () => commands(shop),
  };
  return shop;
}
