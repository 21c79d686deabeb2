// Case of a construct that is refused.
import type { Edit } from '../edit-contract.js';

export interface RefusedCase {
  construct: string;
  edit: Edit;
  /** The keys of the line that the problem names. */
  at: string;
  /** The rule and the reason. */
  says: RegExp;
}

/** Rows of a table: construct, edit, place, rule and reason. */
export function toCases(rows: readonly (readonly [string, Edit, string, RegExp])[]): RefusedCase[] {
  return rows.map(([construct, edit, at, says]) => ({ construct, edit, at, says }));
}
