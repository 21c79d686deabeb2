// Owns the faults of a contract as the reviewer reads them: files are told from the repository's root.
import type { Config } from '@redocly/openapi-core';
import { type Fault, findFaults as find, renderFault } from '../../contract/generator/fault.js';
import { Refusal } from './refusal.js';
import { nameOf } from './repository.js';

export { type Fault, type Place, renderFault } from '../../contract/generator/fault.js';

/** A contract that cannot be read, with what is wrong with it. */
export class BrokenContract extends Refusal {
  constructor(readonly faults: Fault[]) {
    super(faults.map(renderFault).join('\n'));
  }
}

/**
 * Every fault that the rules of `config` find, in the order of the file.
 * @param isMeant whether what a rule finds at a JSON Pointer is so on purpose.
 */
export function findFaults(
  file: string,
  config: Config,
  isMeant: (rule: string, pointer: string) => boolean = () => false,
): Promise<Fault[]> {
  return find(file, { config, nameOf, isMeant });
}
