// `list`, `show` and `delete` of the staff's commands: objects of a table, read as the API reads them, without a key.
import { type Int64, parseInt64 } from '@animal-store/core';
import {
  type ErrorBounds,
  ErrorDetails,
  type ParameterReader,
} from '@animal-store/core/validation';
import { Command, InvalidArgumentError } from 'commander';
import { stringify } from 'lossless-json';
import { createReaders } from '../contract.js';
import type { Shop } from '../define-shop.js';
import type { Values } from '../storage/columns.js';
import type { AnyResource } from '../storage/table.js';
import { integerUpTo } from './arguments.js';
import { formatProperties, formatTable, printJson, truncate } from './output.js';
import { withStore } from './with-store.js';

const MAX_LIMIT = 1_000;
const MAX_CELL_LENGTH = 40;

interface ListOptions extends Readonly<Record<string, unknown>> {
  limit: number;
  after?: Int64;
  json?: boolean;
}

/** @param operationId Its parameters that are filters become options. */
export function listCommand(shop: Shop, name: string, operationId: string): Command {
  const { contract, schema } = shop;
  const table = schema.tables.find((one) => one.name === name);
  const columns = table?.columns.map(({ property }) => property) ?? [];
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
  const names = operation.parameters.map((parameter) => parameter.name);
  const filtered = Object.keys(operation.listing?.filters ?? {});
  const command = new Command('list').description(`list ${name} in ascending order of id`);
  for (const filter of filtered)
    command.option(`--${filter} <${filter}>`, `only with this ${filter}`);
  return command
    .option('--limit <n>', `at most so many, up to ${MAX_LIMIT}`, integerUpTo(MAX_LIMIT), 20)
    .option('--after <id>', 'only greater ids, such as those of the next page', readId)
    .option('--json', 'print a JSON array, as the API sends it')
    .action(async ({ json, ...sent }: ListOptions) => {
      const values: Record<string, unknown> = {};
      const readers = createReaders(contract, operation);
      for (const filter of filtered) {
        const reader = readers[names.indexOf(filter)];
        if (reader && sent[filter] !== undefined)
          values[filter] = readFilter(reader, filter, String(sent[filter]), contract.errorBounds);
      }
      const { items, nextAfter } = await withStore(shop, (store) =>
        resourceOf(store, name).list({ after: undefined, ...sent, ...values }),
      );
      const rows = items.parse();
      if (json) printJson(rows);
      else process.stdout.write(formatTable(rows.map((row) => toCells(row, columns))));
      if (nextAfter !== undefined) process.stderr.write(`there are more: --after ${nextAfter}\n`);
    });
}

/** @param noun What an object is called in messages. */
export function showCommand(shop: Shop, name: string, noun: string): Command {
  return new Command('show')
    .description(`show one of the ${name}`)
    .argument('<id>', `id of the ${noun}`, readId)
    .option('--json', 'print JSON, as the API sends it')
    .action(async (id: Int64, { json = false }: { json?: boolean }) => {
      const found = await withStore(shop, (store) => resourceOf(store, name).get(id));
      if (found === undefined) throw unknownItem(noun, id);
      const item = found.parse();
      if (json) printJson(item);
      else
        process.stdout.write(
          formatProperties(Object.entries(item).map(([key, value]) => [key, toText(value)])),
        );
    });
}

/** @param noun What an object is called in messages. */
export function deleteCommand(shop: Shop, name: string, noun: string): Command {
  return new Command('delete')
    .description(`delete one of the ${name} permanently, from the next request on`)
    .argument('<id>', `id of the ${noun}`, readId)
    .action(async (id: Int64) => {
      const isRemoved = await withStore(shop, (store) => resourceOf(store, name).remove(id));
      if (!isRemoved) throw unknownItem(noun, id);
      process.stderr.write(`deleted ${noun} ${id}.\n`);
    });
}

function toCells(row: Values, columns: readonly string[]): Values {
  const cells = columns.map((column) => {
    const value = row[column];
    return [column, value === undefined ? undefined : truncate(toText(value), MAX_CELL_LENGTH)];
  });
  return Object.fromEntries(cells);
}

function resourceOf(store: object, name: string): AnyResource {
  const resource = Object.entries<AnyResource>({ ...store }).find(([table]) => table === name)?.[1];
  if (resource === undefined) throw new Error(`there is no table ${name}`);
  return resource;
}

/** @throws an Error for the operator if the contract does not allow the value. */
function readFilter(
  reader: ParameterReader,
  name: string,
  text: string,
  bounds: ErrorBounds,
): unknown {
  const details = new ErrorDetails(bounds);
  const value = reader.read([encodeURIComponent(text)], details);
  const [fault] = details.all;
  if (fault === undefined) return value;
  throw new Error(`--${name} ${fault.message} (got ${JSON.stringify(text)})`);
}

export function readId(text: string): Int64 {
  const id = parseInt64(text);
  if (id !== undefined) return id;
  throw new InvalidArgumentError('It must be a 64-bit integer in decimal digits.');
}

export function unknownItem(noun: string, id: Int64): Error {
  return new Error(`${noun} ${id} does not exist`);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (stringify(value) ?? '');
}
