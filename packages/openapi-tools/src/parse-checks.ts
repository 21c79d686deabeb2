// Parse checks: what makes a file unusable before any rule runs. Redocly reports none of it with a position.
import { readFile } from 'node:fs/promises';
import { parseYaml, Source } from '@redocly/openapi-core';
import { isObject, type JsonObject, walk } from './json.js';
import { type Position, positionOf } from './position.js';

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
  for (const [keys, node] of walk(root)) {
    const name = Array.isArray(node) ? undefined : Object.keys(node).find(isInherited);
    if (name === undefined) continue;
    const message = `Every object of JavaScript has the name ${name}. Use another name.`;
    return { ...positionOf(source, [...keys, name], true), message };
  }
  return undefined;
}

function isInherited(name: string): boolean {
  return name in Object.prototype;
}

function findWrongVersion(root: JsonObject, source: Source): ParseError | undefined {
  if (typeof root.openapi === 'string' && /^3\.1\.\d+$/.test(root.openapi)) return undefined;
  const given = JSON.stringify(root.openapi) ?? 'no value';
  const message = `\`openapi\` must be a 3.1 version, such as 3.1.0 (got ${given}).`;
  return { ...positionOf(source, ['openapi' in root ? 'openapi' : '']), message };
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
