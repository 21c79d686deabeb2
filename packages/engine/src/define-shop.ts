// Definition of a shop: all that the engine has to know of a service.
import { readFile } from 'node:fs/promises';
import type { ContractTypes } from '@animal-store/core';
import type { ContractData } from '@animal-store/core/contract-data';
import type { Command } from 'commander';
import { type Contract, createContract } from './contract.js';
import type { AnyHandlers, Handlers } from './handler.js';
import type { ImportTarget } from './import/import-target.js';
import { createKeyFormat, type KeyFormat } from './keys/api-key.js';
import type { MetricDefinition, MetricsOf, OwnMetrics } from './metrics/own-metrics.js';
import type { ReadDocs } from './pages/reference-page.js';
import type { OwnSettings, Setting, SettingsOf } from './settings/settings.js';
import { defineSchema, type Migration, type Schema } from './storage/schema.js';
import type { Definitions, ResourcesOf } from './storage/table-types.js';

/** The names of this program. */
export interface Product {
  /**
   * In lower-case letters, digits and dashes: of the command, of the realm, of what is stored, and of the metrics. Another name
   * does not find the counts in Redis and the tables in PostgreSQL of the one before.
   */
  name: string;
  /** What people type to run the command line. By default the name. */
  command?: string;
  /** For people, after `The`: `book shop`. */
  title: string;
  /** The prefix of API keys, in lower-case letters: `bk` for `bk_live_…`. */
  keyPrefix: string;
  version: string;
}

export interface Shop<Resources extends object = object> {
  product: Product;
  keyFormat: KeyFormat;
  contract: Contract;
  /** Reads the files of the API reference. */
  readDocs: ReadDocs;
  schema: Schema<Resources>;
  handlers: AnyHandlers;
  settings: OwnSettings;
  metrics: OwnMetrics;
  /** By the name of the table. */
  importTargets: Readonly<Record<string, ImportTarget>>;
  /** The staff's commands. */
  commands(): readonly Command[];
}

interface Definition<
  Types extends ContractTypes,
  Tables extends Definitions<Types>,
  Settings,
  Metrics,
> extends Pick<Shop, 'product'>,
    Partial<Pick<Shop, 'importTargets'>> {
  /** What `generate` has read from openapi.yaml. */
  contract: ContractData<Types>;
  /** The folder of the API reference, as its build has written it. */
  docs: URL;
  tables: Tables;
  /** Of handlers, by the names in `services`. `config` shows them. */
  settings?: Settings;
  metrics?: Metrics;
  handlers: Handlers<
    Types & {
      resources: ResourcesOf<Types, Tables>;
      settings: SettingsOf<Settings>;
      metrics: MetricsOf<Metrics>;
    }
  >;
  migrations: readonly Migration[];
  commands?(shop: Shop<ResourcesOf<Types, Tables>>): readonly Command[];
}

export function defineShop<
  Types extends ContractTypes,
  const Tables extends Definitions<Types>,
  Settings extends OwnSettings = Record<never, Setting>,
  const Metrics extends OwnMetrics = Record<never, MetricDefinition>,
>({
  contract,
  docs,
  tables,
  migrations,
  importTargets = {},
  commands = () => [],
  settings,
  metrics,
  ...parts
}: Definition<Types, Tables, Settings, Metrics>): Shop<ResourcesOf<Types, Tables>> {
  const { name, keyPrefix } = parts.product;
  if (!/^[a-z][a-z\d-]*$/.test(name))
    throw new Error(`the product's name ${name} must be lower-case letters, digits and dashes`);
  const listings = contract.operations.flatMap(({ listing }) => listing ?? []);
  return {
    ...parts,
    settings: settings ?? {},
    metrics: metrics ?? {},
    importTargets,
    keyFormat: createKeyFormat(keyPrefix),
    contract: createContract(contract),
    readDocs: (file) => readFile(new URL(file, docs)),
    schema: defineSchema(name.replaceAll('-', '_'), tables, migrations, listings),
    commands() {
      return commands(this);
    },
  };
}
