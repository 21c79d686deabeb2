// All constructs that are refused.
import { DEPRECATION_CASES } from './deprecation.js';
import { OPERATION_CASES } from './operations.js';
import type { RefusedCase } from './refused-case.js';
import { SCHEMA_CASES } from './schemas.js';
import { SERVICE_CASES } from './service.js';

export const REFUSED_CASES: RefusedCase[] = [
  ...SERVICE_CASES,
  ...DEPRECATION_CASES,
  ...OPERATION_CASES,
  ...SCHEMA_CASES,
];
