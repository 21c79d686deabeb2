// Authorization: refuses what the restrictions of the caller's key do not allow, with 403.
import { ApiError } from '@animal-store/core/errors';
import { requireReadMethod } from '@animal-store/core/http';
import type { Request } from 'express';
import { matchesOrigin } from '../keys/origin-pattern.js';
import type { Caller } from '../model.js';

/**
 * A request without an `Origin` is not refused for its origin: browsers send none with a GET of a page's own origin. So
 * the origins of a key restrict web pages, and not other programs, which can send any header.
 */
export function authorize({ isReadOnly, origins }: Caller, { method, headers }: Request): void {
  if (isReadOnly) requireReadMethod(method);
  const { origin } = headers;
  if (origins.length === 0 || origin === undefined) return;
  if (!origins.some((pattern) => matchesOrigin(pattern, origin)))
    throw new ApiError('forbidden', { advice: 'The key is restricted to other origins.' });
}
