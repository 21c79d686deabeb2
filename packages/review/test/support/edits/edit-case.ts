// Case of an edit: the expected ratings, and what the message of the decisive change must match.
import type { Level } from '../../../src/diff/change.js';
import type { Edit } from '../edit-contract.js';

export interface EditCase {
  name: string;
  /** Applied to both contracts: what the edit changes must exist first. */
  before?: Edit;
  edit: Edit;
  wire: Level;
  source: Level;
  says: RegExp;
  /** The reason of a decisive change must match this. */
  why?: RegExp;
  /** The UTC date of the comparison. */
  today?: string;
  /** No message and no reason may match this, whatever the level. */
  never?: RegExp;
}
