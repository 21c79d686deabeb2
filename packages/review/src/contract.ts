// Owns the reading of a contract: its YAML as one document whose references all lead somewhere, or the faults.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import {
  type Config,
  createConfig,
  getLineColLocation,
  lint,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { isObject, type JsonObject, keysOf } from './json.js';

/** The repository's root: places are told relative to it. */
export const REPOSITORY = new URL('../../..', import.meta.url).pathname;
export const CONTRACT_FILE = `${REPOSITORY}openapi.yaml`;

/** Where something stands in a text; lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

export interface Fault extends Place {
  file: string;
  rule: string;
  message: string;
}

/** A contract that cannot be read, with what is wrong with it. */
export class BrokenContract extends Error {
  constructor(readonly faults: Fault[]) {
    super(faults.map(renderFault).join('\n'));
  }
}

/** `openapi.yaml:12:3 rule-name message` */
export function renderFault({ file, line, column, rule, message }: Fault): string {
  return `${file}:${line}:${column} ${rule} ${message}`;
}

export interface Contract {
  file: string;
  document: JsonObject;
  /** The place of what a JSON Pointer leads to, or of the nearest thing around it. */
  locate(pointer: string): Place;
}

/** @throws BrokenContract if it is not a whole OpenAPI document. */
export async function readContract(file: string): Promise<Contract> {
  const config = await createConfig({
    rules: { struct: 'error', 'no-unresolved-refs': 'error' },
  });
  const faults = await findFaults(file, config);
  if (faults.length > 0) throw new BrokenContract(faults);
  const lineCounter = new LineCounter();
  const yaml = parseDocument(await readFile(file, 'utf8'), { lineCounter });
  const document: unknown = yaml.toJS();
  return {
    file,
    document: isObject(document) ? document : {},
    locate(pointer) {
      for (const keys = keysOf(pointer); keys.length > 0; keys.pop()) {
        const node = yaml.getIn(keys, true);
        if (!isNode(node) || !node.range) continue;
        const { line, col } = lineCounter.linePos(node.range[0]);
        return { line, column: col };
      }
      return { line: 1, column: 1 };
    },
  };
}

/** Every fault that the rules of `config` find, in the order of the file. */
export async function findFaults(file: string, config: Config): Promise<Fault[]> {
  try {
    const problems = await lint({ ref: file, config });
    return problems
      .map((problem) => describe(problem, file))
      .sort((one, other) => one.line - other.line || one.column - other.column);
  } catch (error) {
    return [describeFailure(error, file)];
  }
}

function describe(problem: NormalizedProblem, file: string): Fault {
  const [location] = problem.location;
  const { start } = location ? getLineColLocation(location) : { start: { line: 1, col: 1 } };
  return {
    file: nameOf(location?.source.absoluteRef ?? file),
    line: start.line,
    column: start.col,
    rule: problem.ruleId,
    message: problem.message.replaceAll(/\s*\n\s*/g, ' ') + referenceAt(problem, start.line),
  };
}

/** Redocly says only that a reference leads nowhere; its line says which. */
function referenceAt({ ruleId, location }: NormalizedProblem, line: number): string {
  if (ruleId !== 'no-unresolved-refs') return '';
  const text = location[0]?.source.body.split('\n')[line - 1] ?? '';
  return ` ${/\$ref["']?:\s*["']?([^"'\s}]+)/.exec(text)?.[1] ?? text.trim()}`;
}

/** A text that is no YAML, or no file at all: the parser throws, with the place at the end of its message. */
function describeFailure(error: unknown, file: string): Fault {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const place = /^(.*?) in ".*" \((\d+):(\d+)\)/.exec(text);
  return {
    file: nameOf(file),
    line: Number(place?.[2] ?? 1),
    column: Number(place?.[3] ?? 1),
    rule: 'readable',
    message: place?.[1] ?? text,
  };
}

function nameOf(file: string): string {
  const name = relative(REPOSITORY, file);
  return name.startsWith('..') ? file : name;
}
