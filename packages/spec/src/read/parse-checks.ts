// Parse checks: what makes a file unusable before any rule runs. Redocly reports none of it with a position.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { isObject, type JsonObject, walk } from '../json.js';
import { parseYaml, Source } from '../redocly.js';
import { type Position, positionOf } from './problems.js';
import { yamlAdvice } from './yaml-advice.js';

export interface ParseError extends Position {
  message: string;
}

export interface ParsedFile {
  /** Absolute path. */
  path: string;
  source: Source;
  root: JsonObject;
}

/** The file, or the error that prevents its use. @param isContract whether the file must declare its version of OpenAPI. */
export async function parseContractFile(
  path: string,
  { isContract }: { isContract: boolean },
): Promise<ParsedFile | ParseError> {
  let text = '';
  try {
    const bytes = await readFile(path);
    text = bytes.toString();
    const unreadable = findInvalidUtf8(bytes) ?? findSecondDocument(text);
    if (unreadable !== undefined) return unreadable;
    const root = parseYaml(text, { filename: path });
    if (!isObject(root)) {
      const message = `The contract must be a YAML object, but the file contains ${typeName(root)}.`;
      return { line: 1, column: 1, message };
    }
    const source = new Source(path, text);
    const wrongVersion = isContract ? findWrongVersion(root, source) : undefined;
    return wrongVersion ?? findInheritedName(root, source) ?? { path, source, root };
  } catch (error) {
    return toPositionedMessage(error, text);
  }
}

/** A name that every JavaScript object has, such as `constructor`: validators and generators find it in every value. */
function findInheritedName(root: JsonObject, source: Source): ParseError | undefined {
  for (const [keys, node] of walk(root)) {
    const name = Array.isArray(node)
      ? undefined
      : Object.keys(node).find((key) => key in Object.prototype);
    if (name === undefined) continue;
    const message = `Every object of JavaScript has the name ${name}. Use another name.`;
    return { ...positionOf(source, [...keys, name], true), message };
  }
  return undefined;
}

function findWrongVersion(root: JsonObject, source: Source): ParseError | undefined {
  if (typeof root.openapi === 'string' && /^3\.1\.\d+$/.test(root.openapi)) return undefined;
  const given = JSON.stringify(root.openapi) ?? 'no value';
  const message = `\`openapi\` must be a 3.1 version, such as 3.1.0 (got ${given}).`;
  return { ...positionOf(source, ['openapi' in root ? 'openapi' : '']), message };
}

/**
 * For invalid YAML and missing files: the YAML parser puts the position at the end of its message.
 * @param yaml the text of the file.
 */
export function toPositionedMessage(error: unknown, yaml = ''): ParseError {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const [, reason] = /^E[A-Z]+: (.*?), (?:open|read)\b/.exec(text) ?? [];
  if (reason !== undefined)
    return { line: 1, column: 1, message: `The file cannot be read: ${reason}.` };
  const [, found = text, line = 1, column = 1] = /^(.*?) in ".*" \((\d+):(\d+)\)/.exec(text) ?? [];
  const place = { line: Number(line), column: Number(column) };
  return { ...place, message: yamlAdvice(found, yaml, place) ?? found };
}

function findInvalidUtf8(bytes: Buffer): ParseError | undefined {
  if (isUtf8(bytes)) return undefined;
  const rows = bytes.toString('latin1').split('\n');
  const texts = rows.map((row) => Buffer.from(row, 'latin1'));
  const index = texts.findIndex((text) => !isUtf8(text));
  const column = String(texts[index]).indexOf('\uFFFD') + 1;
  return { line: index + 1, column, message: 'The file is not valid UTF-8.' };
}

/** `---` in the first column starts a YAML document; comments and directives before the first one do not count. */
function findSecondDocument(text: string): ParseError | undefined {
  const rows = text.split(/\r?\n/);
  const first = rows.findIndex((row) => !/^\uFEFF?\s*(?:#.*|%.*)?$/.test(row));
  const second = rows.findIndex((row, index) => index > first && /^---(?:\s|$)/.test(row));
  const message = 'A second YAML document starts here; a contract is a single document.';
  return second < 0 ? undefined : { line: second + 1, column: 1, message };
}

function typeName(value: unknown): string {
  if (value === undefined || value === null) return 'no value';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
