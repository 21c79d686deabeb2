// `orders import`: orders from an NDJSON file, with an Order of the contract on each line. All lines are validated
// before the first one is written.
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { document, type Order } from '@animal-store/contract';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Command } from 'commander';
import { errorMessage } from '../lib/error-message.js';
import { pointer } from '../lib/json-pointer.js';
import { parseStrictJson, type StrictJson } from '../lib/strict-json.js';
import type { Store } from '../storage/store.js';
import { callerPath } from './caller-path.js';
import { printable } from './table.js';
import { withStore } from './with-store.js';

const MAX_PROBLEMS_SHOWN = 20;
const BATCH_SIZE = 1_000;

export function ordersCommand(): Command {
  const orders = new Command('orders').description('import orders');
  orders
    .command('import')
    .description(
      'add orders, or replace those with the same id; if any line is invalid, none is written',
    )
    .argument('<file>', 'NDJSON file with one Order of openapi.yaml per line')
    .action(importOrders);
  return orders;
}

async function importOrders(name: string): Promise<void> {
  const file = callerPath(name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === false) {
    throw new Error(`${file} must be a regular file, because it is read twice`);
  }
  const problems: string[] = [];
  for await (const line of readOrders(file)) if ('problem' in line) problems.push(line.problem);
  if (problems.length > 0) {
    const shown = problems.slice(0, MAX_PROBLEMS_SHOWN);
    const more = problems.length - shown.length;
    throw new Error(
      `nothing was imported; invalid lines in ${file}: ${problems.length}\n  ${shown.join('\n  ')}${more > 0 ? `\n  and ${more} more` : ''}`,
    );
  }
  const count = await withStore((store) => write(file, store.orders));
  process.stderr.write(`${count} orders imported.\n`);
}

async function write(file: string, store: Store['orders']): Promise<number> {
  let count = 0;
  let batch: Order[] = [];
  const flush = async () => {
    await store.put(batch);
    count += batch.length;
    batch = [];
  };
  try {
    for await (const line of readOrders(file)) {
      if ('problem' in line)
        throw new Error(`${file} has changed during the import: ${line.problem}`);
      batch.push(line.order);
      if (batch.length < BATCH_SIZE) continue;
      await flush();
      process.stderr.write(`${count} orders ...\n`);
    }
    await flush();
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(`the import failed after ${count} orders; import the file again: ${reason}`);
  }
  return count;
}

type Line = { order: Order } | { problem: string };

async function* readOrders(file: string): AsyncGenerator<Line> {
  const isOrder = compileOrderSchema();
  let number = 0;
  const input = createReadStream(file);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const text of lines) {
      number += 1;
      if (text.trim() !== '') yield parseLine(text, number, isOrder);
    }
  } catch (error) {
    throw new Error(`cannot read ${file}: ${errorMessage(error)}`);
  }
}

type OrderGuard = ReturnType<typeof compileOrderSchema>;

function parseLine(text: string, number: number, isOrder: OrderGuard): Line {
  let json: StrictJson;
  let problem: string | undefined;
  try {
    json = parseStrictJson(text, ({ path, message }) => {
      problem = `line ${number}: ${printable(pointer(path))} ${message}`;
      return false;
    });
  } catch {
    return { problem: `line ${number}: is not valid JSON` };
  }
  if (problem !== undefined) return { problem };
  const { value } = json;
  if (isOrder(value)) {
    json.restoreIntegers();
    return { order: value };
  }
  const [error] = isOrder.errors ?? [];
  return { problem: `line ${number}: ${error ? describe(error) : 'is not an order'}` };
}

function describe({ keyword, instancePath, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `${instancePath}${pointer([params.missingProperty])} is required`;
    case 'additionalProperties':
      return `${instancePath}${printable(pointer([params.additionalProperty]))} is not a known property`;
    default:
      return `${instancePath || 'the order'} ${message}`;
  }
}

/** Validates against the contract's own Order schema, so the import follows every change of openapi.yaml. */
function compileOrderSchema() {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'contract', components: document.components });
  return ajv.compile<Order>({ $ref: 'contract#/components/schemas/Order' });
}
