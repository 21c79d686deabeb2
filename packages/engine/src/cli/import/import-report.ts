// Report of an import on stderr: the first rejected rows while it runs, and a summary at its end.
import type { Fault } from '../../import/row-format.js';
import { printable } from '../../lib/printable.js';
import type { ImportProgress } from '../../storage/stores/import-store.js';
import { formatCount, type Progress } from '../progress.js';

const MAX_REJECTS_SHOWN = 20;
/** Names of unknown fields come from the file, so the number of kinds is bounded. */
const MAX_KINDS = 1_000;

/** Rejected rows with the same field and reason. */
interface RejectKind extends Fault {
  count: number;
}

export function createReport(progress: Progress, rejectsName: string) {
  const rejectsFile = printable(rejectsName);
  const kinds = new Map<string, RejectKind>();
  let rejectedRows = 0;
  return {
    addReject(line: number, faults: readonly Fault[]): void {
      rejectedRows += 1;
      if (rejectedRows <= MAX_REJECTS_SHOWN)
        progress.print(`line ${line}: ${faults.map(describe).join('; ')}`);
      if (rejectedRows === MAX_REJECTS_SHOWN + 1)
        progress.print(`more rejected rows: see ${rejectsFile}`);
      for (const fault of faults) {
        const key = JSON.stringify([fault.field, fault.reason]);
        const known = kinds.get(key);
        if (known !== undefined) known.count += 1;
        else if (kinds.size < MAX_KINDS) kinds.set(key, { ...fault, count: 1 });
      }
    },
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
      const result = `${noun}: ${formatCount(imported)} imported, ${formatCount(rejected)} rejected, in ${rate}.\n`;
      if (rejected === 0) return result;
      const lines = [...kinds.values()]
        .sort((one, other) => other.count - one.count)
        .slice(0, MAX_REJECTS_SHOWN)
        .map((kind) => `${formatCount(kind.count).padStart(11)}  ${describe(kind)}\n`);
      const since = rejectedRows > 0 && rejectedRows < rejected ? 'Since it continued:\n' : '';
      return `${result}${since}${lines.join('')}Correct the rejected rows in ${rejectsFile}, and import that file.\n`;
    },
  };
}

function describe({ field, reason }: Fault): string {
  return `${field === '' ? 'the row' : printable(field)} ${printable(reason)}`;
}
