// Copy of a store from SQLite to PostgreSQL: all rows, with the same ids, keys and counts. It can be interrupted at any
// moment and run again. At its end, both sides are read and compared.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { errorMessage } from '../../lib/error-message.js';
import { nameOf } from '../create-store.js';
import { migrate } from '../postgres/migrate.js';
import { openDatabase } from '../sqlite/open-database.js';
import { acquireLock } from '../sqlite/server-lock.js';
import { type Row, Source } from './source.js';
import { type CopiedTable, OTHERS, PETS } from './tables.js';
import { Target } from './target.js';

const BATCH = 5_000;
const TABLES = [PETS, ...OTHERS];

type Progress = (done: number, total: number) => void;

export interface Copied {
  /** Number of rows by table name. It is the same on both sides. */
  counts: Readonly<Record<string, number>>;
}

/**
 * @param file The SQLite database. No server may be using it.
 * @param url PostgreSQL: an empty database, or one with an interrupted copy of the same store.
 * @throws an Error for the operator.
 */
export async function transferStore(
  file: string,
  url: string,
  showCopying: Progress,
  showVerifying: Progress,
): Promise<Copied> {
  if (!existsSync(file)) throw new Error(`there is no database ${file}`);
  const letGo = acquireLock(file);
  try {
    openDatabase(file).close(); // migrates it to the newest schema
    const source = new Source(file);
    try {
      return await fill(source, url, showCopying, showVerifying);
    } catch (error) {
      const name = nameOf({ kind: 'postgres', url });
      throw new Error(`cannot copy ${file} to ${name}: ${errorMessage(error)}`, { cause: error });
    } finally {
      source.close();
    }
  } finally {
    letGo();
  }
}

async function fill(
  source: Source,
  url: string,
  showCopying: Progress,
  showVerifying: Progress,
): Promise<Copied> {
  await migrate(url);
  const target = await Target.open(url);
  try {
    await target.begin(source.cursorSecret());
    const total = TABLES.reduce((sum, table) => sum + source.count(table), 0);
    const done = { rows: await target.count(PETS) };
    for (const table of TABLES) await copyTable(table, source, target, done, total, showCopying);
    const counts = await verify(source, target, total, showVerifying);
    await target.end(source.lastPetId());
    return { counts };
  } finally {
    await target.close();
  }
}

async function copyTable(
  table: CopiedTable,
  source: Source,
  target: Target,
  done: { rows: number },
  total: number,
  show: Progress,
): Promise<void> {
  let after = await target.lastKey(table);
  for (;;) {
    const rows = source.page(table, after, BATCH);
    if (rows.length === 0) return;
    await target.add(table, rows);
    after = keyOf(table, rows.at(-1));
    done.rows += rows.length;
    show(done.rows, total);
  }
}

/** @throws an Error that names the first table whose rows differ between the two sides. */
async function verify(
  source: Source,
  target: Target,
  total: number,
  show: Progress,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let done = 0;
  for (const table of TABLES) {
    const count = source.count(table);
    const seen = (rows: number) => {
      done += rows;
      show(done, 2 * total);
    };
    const wanted = await digest(table, (after) => source.page(table, after, BATCH), seen);
    const copied = await digest(table, (after) => target.page(table, after, BATCH), seen);
    if (wanted !== copied) {
      throw new Error(
        `${table.name} is not the same on both sides (${count} rows, ${await target.count(table)} copied); empty the database and copy again`,
      );
    }
    counts[table.name] = count;
  }
  return counts;
}

/** SHA-256 over all rows in key order. */
async function digest(
  table: CopiedTable,
  read: (after: Row | undefined) => Row[] | Promise<Row[]>,
  seen: (rows: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after);
    if (rows.length === 0) return hash.digest('hex');
    for (const row of rows) hash.update(`${JSON.stringify(row.map(plain))}\n`);
    after = keyOf(table, rows.at(-1));
    seen(rows.length);
  }
}

/** Normalizes a value, so that it is the same whichever driver has read it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return `${value}`;
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

function keyOf(table: CopiedTable, row: Row | undefined): Row {
  const columns = Object.keys(table.columns);
  return table.key.map((column) => row?.[columns.indexOf(column)]);
}
