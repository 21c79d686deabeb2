// Round trip of every property of every stored schema, at its bounds. It follows openapi.yaml and tables.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document, type Schema } from '@animal-store/contract';
import { stringify } from 'lossless-json';
import { shop } from '../../../src/shop.js';
import type { Item } from '../../../src/storage/columns.js';
import type { AnyResource, Table } from '../../../src/storage/table.js';
import { transferStore } from '../../../src/storage/transfer/transfer.js';
import type { Resources } from '../../../src/tables.js';
import { boundaryObjects } from '../../support/boundary-values.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { describeEachStore } from '../../support/each-store.js';
import { createPostgresStore, createSqliteStore } from '../../support/open-stores.js';
import { createDatabase } from '../../support/postgres.js';

const { tables } = shop.schema;

/** Objects as they are sent, without an id if the database assigns it. */
function objectsOf({ schema, ids }: Table): Readonly<Record<string, unknown>>[] {
  const found: Schema = { ...document.components.schemas[schema] };
  const { id: _, ...properties } = found.properties as Record<string, Schema>;
  const ofId = boundaryObjects({
    ...found,
    properties: { id: { format: 'int64', type: 'integer' } },
  });
  const objects = boundaryObjects({ ...found, properties });
  if (ids === 'database') return objects;
  return [
    ...objects.map((object, index) => ({ id: 1000 + index, ...object })),
    ...ofId.map(({ id }) => ({ ...objects[0], id })),
  ];
}

/** The tests know tables by name only, where the types of the store know their properties. */
function resourceOf(resources: Resources, { name }: Table): AnyResource {
  return (resources as unknown as Record<string, AnyResource>)[name] as AnyResource;
}

/** In the order of ids, each id once. */
function sorted(items: Iterable<Item>): Item[] {
  const byId = new Map(Array.from(items, (item) => [String(item.id), item]));
  return [...byId.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

async function createAll(resources: Resources, table: Table): Promise<Item[]> {
  const resource = resourceOf(resources, table);
  const objects = objectsOf(table);
  if (table.ids === 'database')
    return Promise.all(objects.map((object) => resource.insert(object)));
  await resource.put(objects as Item[]);
  return sorted(objects as Item[]);
}

const everything = { after: undefined, limit: 10_000 };

describe.each(tables.map((table) => [table.name, table] as const))('%s', (_, table) => {
  describeEachStore((context) => {
    const resource = () => resourceOf(context.store, table);

    test('what is created is read and listed', async () => {
      const created = await createAll(context.store, table);
      if (table.ids === 'database')
        expect(created.map(({ id: _id, ...item }) => item)).toStrictEqual(objectsOf(table));
      for (const item of created) {
        const read = await resource().get(item.id);
        expect(read?.parse()).toStrictEqual(item);
        if (table.ids === 'database') expect(read?.text).toBe(stringify(item));
      }
      expect((await resource().list(everything)).items.parse()).toStrictEqual(sorted(created));
    });

    test('what is listed by a filter is what has its value', async () => {
      const created = await createAll(context.store, table);
      for (const { property } of table.filters) {
        for (const value of new Set(created.map(({ [property]: given }) => given))) {
          if (value === undefined || value === null) continue;
          const { items } = await resource().list({ ...everything, [property]: value });
          const expected = created.filter(({ [property]: given }) => given === value);
          expect(items.parse()).toStrictEqual(sorted(expected));
        }
      }
    });

    test('what is updated is read', async () => {
      const [first, ...others] = await createAll(context.store, table);
      const id = first?.id ?? 0;
      for (const { id: _id, ...values } of others) {
        const absent = table.updated.map(({ property }) => [property, undefined]);
        const changes = { ...Object.fromEntries(absent), ...values };
        const updated = await resource().update(id, changes);
        expect({ ...updated, id: undefined }).toStrictEqual({ id: undefined, ...values });
        expect((await resource().get(id))?.parse()).toStrictEqual(updated);
      }
    });
  });
});

describeIfService('PostgreSQL')('a copy from SQLite to PostgreSQL', () => {
  test('has every object of every table, and assigns greater ids', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
    const file = join(folder, 'store.db');
    const database = await createDatabase();
    try {
      const source = createSqliteStore(file);
      const created = new Map<Table, Item[]>();
      for (const table of tables) created.set(table, await createAll(source, table));
      await source.close();
      const ignore = () => {};
      await transferStore(file, database.url, shop.schema, ignore, ignore);
      const target = await createPostgresStore(database.url);
      for (const [table, items] of created) {
        const copied = (await resourceOf(target, table).list(everything)).items.parse();
        expect(copied).toStrictEqual(sorted(items));
        if (table.ids === 'client') continue;
        const { id } = await resourceOf(target, table).insert(objectsOf(table)[0] ?? {});
        expect(id).toBe(Number(copied.at(-1)?.id) + 1);
      }
      await target.close();
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  });
});
