// The command `import` of a resource: rows from a file. Rejected rows, the progress and the summary go to stderr.
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { createCsvRows } from '../../import/csv-rows.js';
import {
  type CheckedFile,
  checkFile,
  type ImportOptions,
  importRows,
} from '../../import/import-file.js';
import { createNdjsonRows } from '../../import/ndjson-rows.js';
import { createPacer, type Pacer } from '../../import/pacer.js';
import { openRejectsFile } from '../../import/rejects-file.js';
import type { RowReader } from '../../import/row-format.js';
import { systemClock } from '../../lib/clock.js';
import { errorMessage } from '../../lib/error-message.js';
import { printable } from '../../lib/printable.js';
import { STOP_SIGNALS } from '../../lib/stop-signals.js';
import { readConfig } from '../../settings/settings.js';
import { acquireImportLock, readServerLoad } from '../../storage/create-store.js';
import { realPath } from '../../storage/sqlite/files/store-files.js';
import type { Store } from '../../storage/store.js';
import { callerPath } from '../arguments.js';
import { formatCount, showProgress } from '../progress.js';
import { withStore } from '../with-store.js';
import { createReport } from './import-report.js';

interface Options {
  rejects?: string;
  again?: boolean;
}

/** An import of a file that was checked. */
interface Job extends Pick<ImportOptions, 'file' | 'reader' | 'target' | 'pacer'> {
  /** As the operator named it. */
  name: string;
  rejectsName: string;
  isAgain: boolean;
}

/** @param resource The name of the table. */
export function importCommand(shop: Shop, resource: string): Command {
  return new Command('import')
    .description('import the valid rows of a CSV or NDJSON file; run it again to continue')
    .argument('<file>', 'FILE.csv with a header, or FILE.ndjson with an object on each line')
    .option(
      '--rejects <file>',
      'where invalid rows are written (default: FILE.rejects.csv, or FILE.rejects.ndjson)',
    )
    .option('--again', 'import a file that has been imported before')
    .action((name: string, options: Options) => runImport(shop, resource, name, options));
}

async function runImport(
  shop: Shop,
  resource: string,
  name: string,
  options: Options,
): Promise<void> {
  const [, stem, extension] = /^(.+)(\.csv|\.ndjson)$/i.exec(name) ?? [];
  if (stem === undefined || extension === undefined)
    throw new Error(`${name} must end in .csv or .ndjson, which is its format`);
  const { rejects: rejectsName = `${stem}.rejects${extension}`, again: isAgain = false } = options;
  const { [resource]: definition } = shop.importTargets;
  if (definition === undefined) throw new Error(`there is no import target ${resource}`);
  const { openTarget } = await import('../../import/import-target.js'); // lazy: other commands start without it
  const target = openTarget(resource, definition, shop.contract);
  const isCsv = extension.toLowerCase() === '.csv';
  const createReader = () => (isCsv ? createCsvRows(target.properties) : createNdjsonRows());
  const { database } = readConfig(process.env, shop.product.name);
  const pacer = createPacer(() => readServerLoad(database));
  assertWritable(rejectsName);
  if (database.kind === 'sqlite') assertOutsideStore(rejectsName, database.file);
  const file = await openAndCheck(name, createReader(), pacer);
  const job = { name, file, reader: createReader(), target, pacer, rejectsName, isAgain };
  let release: (() => unknown) | undefined;
  try {
    release = await acquireImportLock(database);
    await withStore(shop, (store) => importInto(store, job), { canCreate: true });
  } finally {
    await release?.();
    await file.handle.close();
  }
}

/** @throws an Error for the operator. Then nothing is imported. */
async function openAndCheck(name: string, reader: RowReader, pacer: Pacer): Promise<CheckedFile> {
  const path = callerPath(name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new Error(`there is no file ${path}`);
  if (!stat.isFile()) throw new Error(`${name} must be a regular file, because it is read twice`);
  const progress = showProgress('checking', 'bytes');
  try {
    return await checkFile(path, reader, pacer, progress.update);
  } catch (error) {
    throw new Error(`cannot import ${name}: ${printable(errorMessage(error))}`, { cause: error });
  } finally {
    progress.end();
  }
}

async function importInto(store: Store, job: Job): Promise<void> {
  const { name, file, target, rejectsName } = job;
  const { from, rejects } = await beginOrContinue(store, job);
  const progress = showProgress('importing', 'rows');
  const report = createReport(progress, rejectsName);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  const startMs = performance.now();
  let stored = from.rowsRead;
  try {
    const { finishedMs, ...result } = await importRows({
      ...job,
      store,
      from,
      rejects,
      signal: stop.signal,
      listener: {
        onReject: (line, faults) => report.addReject(line, faults),
        onProgress(rows) {
          stored = rows;
          progress.update(rows, file.rows);
        },
      },
    });
    progress.end();
    if (finishedMs === undefined) throw new Error('interrupted');
    const seconds = (performance.now() - startMs) / 1_000;
    const rows = file.rows - from.rowsRead;
    process.stderr.write(report.summary(target.noun, result, rows, seconds));
  } catch (error) {
    progress.end();
    const counts = `${formatCount(stored)} of ${formatCount(file.rows)} rows`;
    throw new Error(
      `the import of ${name} stopped after ${counts}: ${errorMessage(error)}; run the same command again to continue`,
      { cause: error },
    );
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    await rejects.close();
  }
}

/** @throws an Error for the operator if the file was imported before, or the rejects file belongs to something else. */
async function beginOrContinue({ imports }: Store, { name, file, target, ...job }: Job) {
  const id = { resource: target.resource, hash: file.hash };
  const known = await imports.find(id);
  const path = callerPath(job.rejectsName);
  if (known !== undefined && known.finishedMs === undefined) {
    const done = `${formatCount(known.rowsRead)} of ${formatCount(file.rows)} rows`;
    process.stderr.write(`continuing after ${done}, which were read before\n`);
    return { from: known, rejects: openRejectsFile(path, known.rejectsBytes) };
  }
  if (known?.finishedMs !== undefined && !job.isAgain) {
    const counts = `${formatCount(known.imported)} imported, ${formatCount(known.rejected)} rejected`;
    throw new Error(
      `${name} was imported on ${new Date(known.finishedMs).toISOString()} (${counts}); use --again to import it once more`,
    );
  }
  const rejects = openRejectsFile(path, 0);
  return { from: await imports.begin(id, systemClock()), rejects };
}

function assertWritable(rejectsName: string): void {
  try {
    accessSync(dirname(callerPath(rejectsName)), constants.W_OK);
  } catch (error) {
    throw new Error(`cannot write ${rejectsName}: ${errorMessage(error)}`, { cause: error });
  }
}

/** An import that continues would adopt an empty file, such as a lock or a write-ahead log beside the database. */
function assertOutsideStore(rejectsName: string, databaseFile: string): void {
  const rejects = realPath(callerPath(rejectsName));
  if (rejects === databaseFile || rejects.startsWith(`${databaseFile}-`))
    throw new Error(`${rejectsName} belongs to the store: name another file with --rejects`);
}
