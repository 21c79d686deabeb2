// Case of an edit of a deprecation: the day, the expected ratings, and what the decisive change must say.
import { all, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

export interface LifeCycleCase extends EditCase {
  /** JSON Pointer into the base: what the edit removes. */
  removed?: string;
}

/** The day of rows without another one. */
export const TODAY = '2026-11-20';
export const SUNSET = '2030-12-05';

export const deprecate = (path: string, sunset = SUNSET) =>
  all(
    set(`${path} deprecated`, true),
    set(`${path} x-deprecated-since`, '2026-01-01'),
    set(`${path} x-deprecated-sunset`, sunset),
  );
