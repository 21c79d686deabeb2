// Owns what an edit of the table is: the verdict that a reviewer wants of it, and what the decisive message must say.
import type { Level } from '../../../src/change.js';
import type { Edit } from '../edit.js';

export interface Case {
  name: string;
  /** What the fixture has already, before the edit. */
  before?: Edit;
  edit: Edit;
  /** undefined: no change at all. */
  level: Level | undefined;
  says: RegExp;
  /** What the reason of a decisive change must say. */
  why?: RegExp;
  /** What no message and no reason may say, whatever its level. */
  never?: RegExp;
}
