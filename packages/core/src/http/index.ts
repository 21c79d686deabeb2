// HTTP without a server: routes, request headers and deprecation headers.

export type { DeprecatedParts, DeprecatedShape } from './deprecated-parts.js';
export {
  type DeprecationDates,
  deprecationHeaders,
  deprecationNote,
  earliest,
} from './deprecation-dates.js';
export { byPrecedence, matcher, type PathValues } from './path-template.js';
export { bearerKey, mediaTypeOf } from './request-headers.js';
export { createPathMatcher, type PathMatch, type Route } from './routes.js';
export { usedDeprecation } from './used-deprecations.js';
