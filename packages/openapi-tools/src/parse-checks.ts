// Parse checks: what makes a file unusable before any rule runs. Redocly reports none of it with a position.
import { readFile } from 'node:fs/promises';
import { getLineColLocation, parseYaml, Source } from '@redocly/openapi-core';
import { isObject, type JsonObject } from './json.js';
import { formatPointer } from './json-pointer.js';
import type { Position } from './position.js';

export interface ParseError extends Position {
  message: string;
}

export interface ParsedFile {
  /** Absolute path. */
  path: string;
  source: Source;
  root: JsonObject;
}

/**
 * The file, or the errors that prevent its use.
 * @param isContract whether the file must declare its version of OpenAPI.
 */
export async function parseContractFile(
  path: string,
  { isContract }: { isContract: boolean },
): Promise<{ parsed?: ParsedFile; errors: ParseError[] }> {
  let text: string;
  let root: unknown;
  try {
    const bytes = await readFile(path);
    text = bytes.toString();
    const error = findInvalidUtf8(bytes) ?? findSecondDocument(text);
    if (error !== undefined) return { errors: [error] };
    root = parseYaml(text, { filename: path });
  } catch (error) {
    return { errors: [toPositionedMessage(error)] };
  }
  if (!isObject(root)) {
    const message = `The contract must be a YAML object, but the file contains ${typeName(root)}.`;
    return { errors: [{ line: 1, column: 1, message }] };
  }
  const source = new Source(path, text);
  const error =
    (isContract ? findWrongVersion(root, source) : undefined) ?? findInheritedName(root, source);
  return error === undefined ? { parsed: { path, source, root }, errors: [] } : { errors: [error] };
}

/** A name that every JavaScript object has, such as `constructor`: validators and generators find it in every value. */
function findInheritedName(root: JsonObject, source: Source): ParseError | undefined {
  const search = (node: unknown, keys: string[]): string[] | undefined => {
    if (typeof node !== 'object' || node === null) return undefined;
    for (const [key, value] of Object.entries(node)) {
      if (key in Object.prototype && !Array.isArray(node)) return [...keys, key];
      const found = search(value, [...keys, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const keys = search(root, []);
  if (keys === undefined) return undefined;
  const { start } = getLineColLocation({
    source,
    pointer: formatPointer(...keys),
    reportOnKey: true,
  });
  const message = `Every object of JavaScript has the name ${keys.at(-1)}. Use another name.`;
  return { line: start.line, column: start.col, message };
}

function findWrongVersion(root: JsonObject, source: Source): ParseError | undefined {
  if (typeof root.openapi === 'string' && /^3\.1\.\d+$/.test(root.openapi)) return undefined;
  const pointer = 'openapi' in root ? '#/openapi' : '#/';
  const { start } = getLineColLocation({ source, pointer });
  const given = JSON.stringify(root.openapi) ?? 'no value';
  const message = `\`openapi\` must be a 3.1 version, such as 3.1.0 (got ${given}).`;
  return { line: start.line, column: start.col, message };
}

/** For invalid YAML and missing files: the YAML parser puts the position at the end of its message. */
export function toPositionedMessage(error: unknown): ParseError {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const [, reason] = /^E[A-Z]+: (.*?), (?:open|read)\b/.exec(text) ?? [];
  if (reason !== undefined)
    return { line: 1, column: 1, message: `The file cannot be read: ${reason}.` };
  const match = /^(.*?) in ".*" \((\d+):(\d+)\)/.exec(text);
  return {
    line: Number(match?.[2] ?? 1),
    column: Number(match?.[3] ?? 1),
    message: match?.[1] ?? text,
  };
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
