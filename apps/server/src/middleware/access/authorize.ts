// Authorization: refuses what the restrictions of the caller's key do not allow, with 403.
import type { RequestHandler } from 'express';
import { ApiError } from '../../errors.js';
import { matchesOrigin } from '../../lib/origin-pattern.js';

/** HEAD has become GET. OPTIONS changes nothing, and lists the methods of a path whatever the key may do with them. */
const READ_METHODS = ['GET', 'OPTIONS'];

/**
 * A request without an `Origin` is not refused for its origin: browsers send none with a GET of a page's own origin. So
 * the origins of a key restrict web pages, and not other programs, which can send any header.
 */
export function authorize(): RequestHandler {
  return (req, res, next) => {
    const { caller } = res.locals;
    if (caller === undefined) throw new Error('authorization needs a caller');
    if (caller.isReadOnly && !READ_METHODS.includes(req.method))
      throw new ApiError('forbidden', { advice: 'The key is read-only.' });
    if (caller.origins.length > 0) {
      const { origin } = req.headers;
      if (origin !== undefined && !caller.origins.some((pattern) => matchesOrigin(pattern, origin)))
        throw new ApiError('forbidden', { advice: 'The key is restricted to other origins.' });
    }
    next();
  };
}
