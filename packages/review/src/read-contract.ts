// Reading of a contract as one document whose references all resolve.
import { readFile } from 'node:fs/promises';
import {
  isObject,
  type JsonObject,
  type Position,
  parsePointer,
} from '@animal-store/openapi-tools';
import { createConfig } from '@redocly/openapi-core';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { findProblems, InvalidContractError } from './problems.js';

/** The response to a method that a path does not have. No operation refers to it. */
export const METHOD_NOT_ALLOWED = '#/components/responses/MethodNotAllowed';

export interface Contract {
  document: JsonObject;
  /** The position of the value at a JSON Pointer, or of the nearest value that contains it. */
  locate(pointer: string): Position;
}

/** @throws InvalidContractError if the file is not a valid OpenAPI document. */
export async function readContract(file: string): Promise<Contract> {
  const config = await createConfig({
    rules: { struct: 'error', 'no-unresolved-refs': 'error' },
  });
  const problems = await findProblems(file, config);
  if (problems.length > 0) throw new InvalidContractError(problems);
  const lineCounter = new LineCounter();
  const yaml = parseDocument(await readFile(file, 'utf8'), { lineCounter, merge: true }); // merge keys, as Redocly reads them
  const document: unknown = yaml.toJS();
  return {
    document: isObject(document) ? document : {},
    locate(pointer) {
      for (const keys = parsePointer(pointer); keys.length > 0; keys.pop()) {
        const node = yaml.getIn(keys, true);
        if (!isNode(node) || !node.range) continue;
        const { line, col } = lineCounter.linePos(node.range[0]);
        return { line, column: col };
      }
      return { line: 1, column: 1 };
    },
  };
}
