// Report of an import on stderr: the first rejected rows while it runs, and a summary at its end.

import type { ImportProgress } from '../../import/import-store.js';
import type { Fault } from '../../import/row-format.js';
import { printable } from '../../lib/printable.js';
import { formatCount, type Progress } from '../progress.js';

const MAX_REJECTS_SHOWN = 20;
/** Names of unknown fields come from the file, so the number of kinds is bounded. */
const MAX_KINDS = 1_000;

/** Rejected rows with the same field and reason. */
interface RejectKind extends Fault {
  count: number;
}

export class ImportReport {
  readonly #progress: Progress;
  readonly #rejectsName: string;
  readonly #kinds = new Map<string, RejectKind>();
  #rejectedRows = 0;

  constructor(progress: Progress, rejectsName: string) {
    this.#progress = progress;
    this.#rejectsName = printable(rejectsName);
  }

  addReject(line: number, faults: readonly Fault[]): void {
    this.#rejectedRows += 1;
    if (this.#rejectedRows <= MAX_REJECTS_SHOWN)
      this.#progress.print(`line ${line}: ${faults.map(describe).join('; ')}`);
    if (this.#rejectedRows === MAX_REJECTS_SHOWN + 1)
      this.#progress.print(`more rejected rows: see ${this.#rejectsName}`);
    for (const fault of faults) {
      const key = JSON.stringify([fault.field, fault.reason]);
      const known = this.#kinds.get(key);
      if (known !== undefined) known.count += 1;
      else if (this.#kinds.size < MAX_KINDS) this.#kinds.set(key, { ...fault, count: 1 });
    }
  }

  /**
   * @param noun What the rows are called, in the plural.
   * @param rows The number of rows that this run has read, for the rate.
   */
  summary(
    noun: string,
    { imported, rejected }: Pick<ImportProgress, 'imported' | 'rejected'>,
    rows: number,
    seconds: number,
  ): string {
    const rate = `${seconds.toFixed(1)} s (${formatCount(Math.round(rows / seconds))} rows/s)`;
    const result = `${formatCount(imported)} ${noun} imported, ${formatCount(rejected)} rows rejected, in ${rate}.\n`;
    if (this.#rejectedRows === 0) return result;
    const kinds = [...this.#kinds.values()].sort((one, other) => other.count - one.count);
    const lines = kinds
      .slice(0, MAX_REJECTS_SHOWN)
      .map((kind) => `${formatCount(kind.count).padStart(11)}  ${describe(kind)}\n`);
    return `${result}${lines.join('')}Correct the rejected rows in ${this.#rejectsName}, and import that file.\n`;
  }
}

function describe({ field, reason }: Fault): string {
  return `${field === '' ? 'the row' : printable(field)} ${printable(reason)}`;
}
