// Check of a shop against its contract, before it is compiled and at each start: a line for each fault, for which the compiler
// has twenty or none.
import { PAGING_PARAMETERS } from '@animal-store/core/http';
import type { Shop } from './define-shop.js';
import { namesOf, SETTINGS } from './settings/settings.js';

const engineSettings = Object.values(SETTINGS).flatMap(namesOf);

/** Its message is for the developer, without a stack. */
class ShopError extends Error {
  override name = 'ShopError';
}

type Parts = Pick<Shop, 'contract' | 'schema' | 'settings'>;

/** @throws ShopError with a line for each fault. */
export function checkShop(shop: Parts): void {
  const faults = [...findFaults(shop)];
  if (faults.length > 0) throw new ShopError(faults.join('\n'));
}

function* findFaults({ contract, schema, settings }: Parts): Generator<string> {
  const { tables } = schema;
  const names = tables.map(({ name }) => name);
  for (const table of tables) {
    const { [table.schema]: stored } = contract.stored;
    if (stored === undefined) {
      yield `tables.ts: ${table.name} stores ${table.schema}, which is no schema with an int64 id: name one of ${Object.keys(contract.stored).join(', ')}`;
      continue;
    }
    for (const [property, type] of Object.entries(stored))
      if (table.columns.every((column) => column.property !== property))
        yield `tables.ts has no column of ${table.name} for ${property}: add ${property}: '${type}'`;
    for (const { property, type, references } of table.columns) {
      const { [property]: needed } = stored;
      const column = `tables.ts: the column ${property} of ${table.name}`;
      if (needed === undefined)
        yield `${column} is no property of ${table.schema}: remove it, or add the property to openapi.yaml`;
      else if (type !== needed && type !== needed.replace('integer', 'number'))
        yield `${column} must be '${needed}' (is '${type}')`;
      if (references !== undefined && !names.includes(references))
        yield `${column} references ${references}: name one of ${names.join(', ')}`;
    }
  }
  for (const { name } of Object.values(settings))
    if (engineSettings.includes(name))
      yield `the setting ${name} of the shop is one of the engine's: give it another name`;
  for (const { id, listing, parameters } of contract.operations) {
    if (!tables.some((table) => table.schema === listing?.schema)) continue;
    for (const { name, in: place } of parameters)
      if (
        place === 'query' &&
        !PAGING_PARAMETERS.includes(name) &&
        !Object.hasOwn(listing?.filters ?? {}, name)
      )
        yield `openapi.yaml: ${id} does not use ${name}: give it the name and the type of a property of ${listing?.schema}, or \`x-filter\` with \`min\`, \`max\`, \`equals\` or \`absent\` and a property, or remove it`;
  }
}
