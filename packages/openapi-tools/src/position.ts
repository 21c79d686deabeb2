// Positions in the text of a file.
import { getLineColLocation, type Source } from '@redocly/openapi-core';
import { formatPointer } from './json-pointer.js';

/** Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}

export interface FilePosition extends Position {
  /** Absolute path. */
  path: string;
}

/** The position of the value at the keys, or of its key. */
export function positionOf(source: Source, keys: readonly string[], isKey = false): Position {
  const pointer = formatPointer(...keys);
  const { start } = getLineColLocation({ source, pointer, reportOnKey: isKey });
  return { line: start.line, column: start.col };
}
