// The animal store on tables that refuse nothing, for tests of the engine: references and unique values of tables.ts concern
// tests of the animal store alone. An index has the name of what is left out, so that both programs open the same stores.
import type { Migration } from '@animal-store/engine';
import { defineSchema } from '@animal-store/engine/internal/storage/schema';
import { MIGRATIONS } from '../../src/migrations.js';
import { shop as animalStore } from '../../src/shop.js';
import { type Resources, TABLES } from '../../src/tables.js';

const reference = (table: string, column: string) =>
  [`${table}_${column}_fkey`, `${table}_by_${column}`]
    .map((name) => `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${column}, id);`)
    .join('\n');
const withoutRules =
  (migration: Migration): Migration =>
  (type) =>
    migration({ ...type, reference }).replaceAll(/UNIQUE (?=INDEX \w+_key )/g, '');

export const shop = {
  ...animalStore,
  schema: defineSchema<Resources>(
    animalStore.schema.name,
    TABLES,
    MIGRATIONS.map(withoutRules),
    animalStore.contract.operations.flatMap(({ listing }) => listing ?? []),
  ),
};
