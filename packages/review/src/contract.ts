// Owns the reading of a contract: its YAML as one document whose references all lead somewhere.
import { readFile } from 'node:fs/promises';
import { createConfig } from '@redocly/openapi-core';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { isObject, type JsonObject, keysOf } from '../../contract/generator/json.js';
import { BrokenContract, findFaults, type Place } from './fault.js';

/** No operation can refer to it: it answers the methods that a path does not have. */
export const UNUSED_ON_PURPOSE = '#/components/responses/MethodNotAllowed';

export interface Contract {
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
  const yaml = parseDocument(await readFile(file, 'utf8'), { lineCounter, merge: true }); // as redocly reads it
  const document: unknown = yaml.toJS();
  return {
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
