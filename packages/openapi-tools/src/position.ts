// Positions in the text of a file.
import { getLineColLocation, type LocationObject, type Source } from '@redocly/openapi-core';
import { formatPointer } from './json-pointer.js';

/** Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}

export interface Place extends Position {
  /** The name of the file. */
  file: string;
}

/** The name of a file in reports, from its absolute path. */
export type NameOf = (path: string) => string;

/** The position of the value at the keys, or of its key. */
export function positionOf(source: Source, keys: readonly string[], isKey = false): Position {
  return startOf({ source, pointer: formatPointer(...keys), reportOnKey: isKey });
}

/** Where a problem of Redocly is. */
export function startOf(location: LocationObject | undefined): Position {
  if (location === undefined) return { line: 1, column: 1 };
  const { start } = getLineColLocation(location);
  return { line: start.line, column: start.col };
}
