// Owns what an edit of the table is: the verdict that a reviewer wants of it, and what the decisive message must say.
import type { Level } from '../../../src/change.js';
import type { Edit } from '../edit.js';

export interface Case {
  name: string;
  edit: Edit;
  /** undefined: no change at all. */
  level: Level | undefined;
  says: RegExp;
}
