// Case of an edit: the expected level, and what the message of the decisive change must match.
import type { Level } from '../../../src/diff/change.js';
import type { Edit } from '../edit-contract.js';

export interface EditCase {
  name: string;
  /** Applied to both contracts: what the edit changes must exist first. */
  before?: Edit;
  edit: Edit;
  /** Undefined if there must be no change. */
  level: Level | undefined;
  says: RegExp;
  /** The reason of a decisive change must match this. */
  why?: RegExp;
  /** No message and no reason may match this, whatever the level. */
  never?: RegExp;
}
