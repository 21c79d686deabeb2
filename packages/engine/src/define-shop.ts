// Definition of a shop: all that the engine has to know of a service. The animal store's is shop.ts.

import { readFile } from 'node:fs/promises';
import type { ContractData } from '@animal-store/core/contract-data';
import type { Command } from 'commander';
import { type Contract, createContract } from './contract.js';
import type { AnyHandlers } from './handler.js';
import type { ImportTarget } from './import/import-target.js';
import type { ReadDocs } from './pages/reference-page.js';
import { defineSchema, type Migration, type Schema } from './storage/schema.js';
import type { Definitions, ResourcesOf } from './storage/table-types.js';

export interface Shop<Resources extends object = object> {
  /** Of the program. */
  version: string;
  contract: Contract;
  /** Reads the files of the API reference. */
  readDocs: ReadDocs;
  schema: Schema<Resources>;
  handlers: AnyHandlers;
  /** By the name of the table. */
  importTargets: Readonly<Record<string, ImportTarget>>;
  /** The staff's commands. */
  commands(): readonly Command[];
}

interface Definition<Tables extends Definitions>
  extends Pick<Shop, 'version' | 'handlers' | 'importTargets'> {
  /** What the generator of @animal-store/contract has read from openapi.yaml. */
  contract: ContractData;
  /** The folder of the API reference, as its build has written it. */
  docs: URL;
  tables: Tables;
  migrations: readonly Migration[];
  commands(shop: Shop<ResourcesOf<Tables>>): readonly Command[];
}

export function defineShop<const Tables extends Definitions>({
  contract,
  docs,
  tables,
  migrations,
  commands,
  ...parts
}: Definition<Tables>): Shop<ResourcesOf<Tables>> {
  const shop: Shop<ResourcesOf<Tables>> = {
    ...parts,
    contract: createContract(contract),
    readDocs: (name) => readFile(new URL(name, docs)),
    schema: defineSchema(tables, migrations),
    commands: () => commands(shop),
  };
  return shop;
}
