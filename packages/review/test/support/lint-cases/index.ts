// All lint cases.
import { DEPRECATIONS } from './deprecation.js';
import { EXTENSIONS } from './extensions.js';
import type { LintCase } from './lint-case.js';
import { OPERATIONS } from './operations.js';
import { SCHEMA_CASES } from './schemas.js';

export const LINT_CASES: LintCase[] = [
  ...OPERATIONS,
  ...SCHEMA_CASES,
  ...EXTENSIONS,
  ...DEPRECATIONS,
];
