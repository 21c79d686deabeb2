// Methods of a request: what its path allows, and what its key allows.
import { ApiError } from '../errors.js';
import type { PathMatch } from './routes.js';

/** OPTIONS changes nothing, and lists the methods of a path whatever the key may do with them. */
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The route of a request. Runs before the body is read.
 * @param match Undefined for a path outside the contract.
 * @returns undefined for OPTIONS, which every path has.
 * @throws ApiError 404 or 405.
 */
export function requireRoute<AnyRoute>(
  match: PathMatch<AnyRoute> | undefined,
  method: string,
): AnyRoute | undefined {
  if (match === undefined) throw new ApiError('not_found');
  const route = match.routes.get(method);
  if (route === undefined && method !== 'OPTIONS')
    throw new ApiError('method_not_allowed', { headers: { Allow: match.allow } });
  return route;
}

/** For a key that is read-only. @throws ApiError 403. */
export function requireReadMethod(method: string): void {
  if (!READ_METHODS.includes(method))
    throw new ApiError('forbidden', { advice: 'The key is read-only.' });
}
