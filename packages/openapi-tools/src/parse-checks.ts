// Parse checks: what makes a file unusable as a contract before any rule runs. Redocly reports none of it with a position.
import { readFile } from 'node:fs/promises';
import { getLineColLocation, parseYaml, Source } from '@redocly/openapi-core';
import { isObject } from './json.js';
import { findReferences, formatPointer, parsePointer, resolvePointer } from './json-pointer.js';
import type { Position } from './position.js';

export interface ParseError extends Position {
  message: string;
}

/** Invalid YAML gives no error here: Redocly's parser reports it with its position. @throws an Error if the file does not exist. */
export async function checkParsing(file: string): Promise<ParseError[]> {
  const bytes = await readFile(file);
  const text = bytes.toString();
  const encodingError = findInvalidUtf8(bytes) ?? findSecondDocument(text);
  if (encodingError !== undefined) return [encodingError];
  let root: unknown;
  try {
    root = parseYaml(text);
  } catch {
    return [];
  }
  if (!isObject(root))
    return [
      {
        line: 1,
        column: 1,
        message: `The contract must be a YAML object, but the file contains ${typeName(root)}.`,
      },
    ];

  const source = new Source(file, text);
  const errorAt = (pointer: string, message: string): ParseError => {
    const { start } = getLineColLocation({ source, pointer, reportOnKey: false });
    return { line: start.line, column: start.col, message };
  };
  if (typeof root.openapi !== 'string' || !/^3\.1\.\d+$/.test(root.openapi)) {
    const pointer = 'openapi' in root ? '#/openapi' : '#/';
    const given = JSON.stringify(root.openapi) ?? 'no value';
    return [errorAt(pointer, `\`openapi\` must be a 3.1 version, such as 3.1.0 (got ${given}).`)];
  }
  return findCircularReferences(root).map(({ pointer, target }) =>
    errorAt(pointer, `Circular reference: ${target} resolves to itself.`),
  );
}

function findInvalidUtf8(bytes: Buffer): ParseError | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf('\n', start);
    const row = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    try {
      decoder.decode(row);
    } catch {
      const column = row.toString().indexOf('\uFFFD') + 1;
      return { line, column, message: 'The file is not valid UTF-8.' };
    }
    start += row.length;
  }
  return undefined;
}

/** `---` in the first column starts a YAML document; comments and directives before the first one do not count. */
function findSecondDocument(text: string): ParseError | undefined {
  let hasContent = false;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (/^---(?:\s|$)/.test(row) && hasContent)
      return {
        line: index + 1,
        column: 1,
        message: 'A second YAML document starts here; a contract is a single document.',
      };
    hasContent ||= !/^\uFEFF?\s*(?:#.*|%.*)?$/.test(row);
  }
  return undefined;
}

function typeName(value: unknown): string {
  if (value === undefined || value === null) return 'no value';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

interface CircularReference {
  /** Points to the `$ref`. */
  pointer: string;
  target: string;
}

/** References that resolve only to each other. A schema that has itself as a part is valid, and not among them. */
function findCircularReferences(root: object): CircularReference[] {
  const references = findReferences(root).filter(({ target }) => target.startsWith('#/'));
  return references.flatMap(({ keys, target }) => {
    const seen = new Set<string>();
    const own = formatPointer(...keys);
    for (let next: unknown = target; typeof next === 'string'; ) {
      const pointer = formatPointer(...parsePointer(next));
      if (pointer === own) return [{ pointer: formatPointer(...keys, '$ref'), target }];
      if (seen.has(pointer)) return [];
      seen.add(pointer);
      next = resolvePointer(root, `${pointer}/$ref`);
    }
    return [];
  });
}
