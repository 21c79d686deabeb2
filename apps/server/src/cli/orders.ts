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
import type { OrderStore } from '../storage/store.js';
import { callerPath } from './caller-path.js';
import { printable } from './table.js';
import { withStore } from './with-store.js';

const MOST_FAULTS_SHOWN = 20;
const BATCH = 1000;

export function ordersCommand(): Command {
  const orders = new Command('orders').description("the store's orders");
  orders
    .command('import')
    .description(
      'add orders, or replace those whose id is known; none is written if any line is wrong',
    )
    .argument('<file>', 'NDJSON: on each line an Order as openapi.yaml describes it')
    .action(importOrders);
  return orders;
}

async function importOrders(name: string): Promise<void> {
  const file = callerPath(name);
  const known = statSync(file, { throwIfNoEntry: false });
  if (known?.isFile() === false) {
    throw new Error(`${file} is read twice, so it must be a file, not a pipe or a folder`);
  }
  const faults: string[] = [];
  for await (const line of readOrders(file)) if ('fault' in line) faults.push(line.fault);
  if (faults.length > 0) {
    const shown = faults.slice(0, MOST_FAULTS_SHOWN);
    const more = faults.length - shown.length;
    throw new Error(
      `nothing was imported; wrong lines in ${file}: ${faults.length}\n  ${shown.join('\n  ')}${more > 0 ? `\n  and ${more} more` : ''}`,
    );
  }
  const count = await withStore((store) => write(file, store.orders));
  process.stderr.write(`${count} orders imported.\n`);
}

async function write(file: string, store: OrderStore): Promise<number> {
  let count = 0;
  let batch: Order[] = [];
  const flush = async () => {
    await store.put(batch);
    count += batch.length;
    batch = [];
  };
  try {
    for await (const line of readOrders(file)) {
      if ('fault' in line) throw new Error(`${file} has changed: ${line.fault}`);
      batch.push(line.order);
      if (batch.length < BATCH) continue;
      await flush();
      process.stderr.write(`${count} orders ...\n`);
    }
    await flush();
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(`stopped after ${count} orders; import the file again. ${reason}`);
  }
  return count;
}

type Line = { order: Order } | { fault: string };

async function* readOrders(file: string): AsyncGenerator<Line> {
  const isOrder = compileOrderSchema();
  let number = 0;
  const input = createReadStream(file);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const text of lines) {
      number += 1;
      if (text.trim() !== '') yield judge(text, number, isOrder);
    }
  } catch (error) {
    throw new Error(`cannot read ${file}: ${errorMessage(error)}`);
  }
}

type OrderGuard = ReturnType<typeof compileOrderSchema>;

function judge(text: string, number: number, isOrder: OrderGuard): Line {
  let json: StrictJson;
  let fault: string | undefined;
  try {
    json = parseStrictJson(text, ({ path, message }) => {
      fault = `line ${number}: ${printable(pointer(path))} ${message}`;
      return false;
    });
  } catch {
    return { fault: `line ${number}: is not valid JSON` };
  }
  if (fault !== undefined) return { fault };
  const { value } = json;
  if (isOrder(value)) {
    json.restoreIntegers();
    return { order: value };
  }
  const [error] = isOrder.errors ?? [];
  return { fault: `line ${number}: ${error ? describe(error) : 'is not an order'}` };
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
