// Case of a lint problem.
import type { Edit } from '../edit-contract.js';

/** An edit that makes one problem, and what the problem must match. */
export type LintCase = [name: string, edit: Edit, problem: RegExp];
