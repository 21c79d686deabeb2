// Owns the faults of a text that is no contract at all: redocly has no place for them, or stays silent.
import { readFile } from 'node:fs/promises';
import { getLineColLocation, parseYaml, Source } from '@redocly/openapi-core';
import { at, isObject, keysOf, pointer } from './json.js';

export interface ReadingFault {
  line: number;
  column: number;
  message: string;
}

/** None of a text that is no YAML either: its parser says where. @throws an Error if there is no such file. */
export async function readingFaults(file: string): Promise<ReadingFault[]> {
  const bytes = await readFile(file);
  const encoding = encodingFault(bytes) ?? secondDocument(bytes.toString());
  if (encoding !== undefined) return [encoding];
  const text = bytes.toString();
  let root: unknown;
  try {
    root = parseYaml(text);
  } catch {
    return [];
  }
  if (!isObject(root))
    return [{ line: 1, column: 1, message: `A contract is an object, not ${kindOf(root)}.` }];

  const source = new Source(file, text);
  const fault = (place: string, message: string): ReadingFault => {
    const { start } = getLineColLocation({ source, pointer: place, reportOnKey: false });
    return { line: start.line, column: start.col, message };
  };
  if (typeof root.openapi !== 'string' || !/^3\.1\.\d+$/.test(root.openapi)) {
    const place = 'openapi' in root ? '#/openapi' : '#/';
    const given = JSON.stringify(root.openapi) ?? 'nothing';
    return [fault(place, `\`openapi\` must be a version as 3.1.0, not ${given}.`)];
  }
  return circles(root).map(({ place, target }) =>
    fault(place, `The reference ${target} leads back to itself.`),
  );
}

function encodingFault(bytes: Buffer): ReadingFault | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf('\n', start);
    const row = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    try {
      decoder.decode(row);
    } catch {
      const column = row.toString().indexOf('\uFFFD') + 1;
      return { line, column, message: 'The file is not UTF-8: save it so.' };
    }
    start += row.length;
  }
  return undefined;
}

/** `---` in the first column opens a document, wherever it stands; a comment before it is none. */
function secondDocument(text: string): ReadingFault | undefined {
  let begun = false;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (/^---(?:\s|$)/.test(row) && begun)
      return {
        line: index + 1,
        column: 1,
        message: 'A second document begins: one is a contract.',
      };
    begun ||= !/^\uFEFF?\s*(?:#.*|%.*)?$/.test(row);
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

interface Circle {
  /** A JSON Pointer to the reference. */
  place: string;
  target: string;
}

/** The references that lead to nothing but each other. A schema that has itself as a part is none of them. */
function circles(root: object): Circle[] {
  return referencesIn(root, []).flatMap(({ keys, target }) => {
    const seen = new Set<string>();
    const own = pointer(...keys);
    for (let next: unknown = target; typeof next === 'string'; ) {
      const place = pointer(...keysOf(next));
      if (place === own) return [{ place: pointer(...keys, '$ref'), target }];
      if (seen.has(place)) return [];
      seen.add(place);
      next = at(root, ...keysOf(place), '$ref');
    }
    return [];
  });
}

function referencesIn(node: unknown, keys: string[]): { keys: string[]; target: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/')
      ? [{ keys, target: value }]
      : referencesIn(value, [...keys, key]),
  );
}
