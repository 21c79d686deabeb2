// Reading of a contract: its bundle, after its rules have passed.
import { dirname, relative, resolve } from 'node:path';
import type { Bundle } from './bundle-files.js';
import { checkContract, type Problem } from './problems.js';
import { configOf, REDOCLY_RULES, REQUIRED_RULES } from './required-rules.js';
import { freeNames } from './rules/schemas/free-names.js';

export interface BundleOptions {
  /** Whether the contract was published before, and so may break required rules that are newer. By default, false. */
  isPublished?: boolean;
  /** Source text of exports, whose names no schema may have. By default, none. */
  exports?: string;
  /** The name that problems give to a file, from its absolute path. By default, relative to the contract's folder. */
  nameOf?(file: string): string;
}

/** The bundle, or the problems that prevent it. */
export async function bundleContract(
  file: string,
  options: BundleOptions = {},
): Promise<{ bundle?: Bundle; problems: Problem[] }> {
  const folder = dirname(resolve(file));
  const {
    isPublished = false,
    exports = '',
    nameOf = (path) => relative(folder, resolve(path)),
  } = options;
  const own = { ...(isPublished ? {} : REQUIRED_RULES), 'free-names': freeNames(exports) };
  const config = await configOf(own, isPublished ? {} : REDOCLY_RULES);
  return checkContract(file, { config, nameOf });
}
