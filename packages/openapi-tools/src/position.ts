// Position in a text file.

/** Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}
