// HTTP without a server: request target, routes, request headers, deprecation headers and links of pages.

export { type BodyHeaders, checkBodyHeaders, type ExpectedBody } from './body-headers.js';
export type { DeprecatedParts, DeprecatedShape } from './deprecated-parts.js';
export {
  type DeprecationDates,
  deprecationHeaders,
  deprecationNote,
  earliest,
} from './deprecation-dates.js';
export { requireReadMethod, requireRoute } from './methods.js';
export {
  createCursor,
  listingUrl,
  PAGING_PARAMETERS,
  pageLinks,
  readCursor,
} from './page-links.js';
export { byPrecedence, matcher } from './path-template.js';
export { COMMON_HEADERS, isPlainRequestId } from './reply-headers.js';
export { bearerKey } from './request-headers.js';
export { createPathMatcher, type PathMatch, type Route } from './routes.js';
export { cutTarget, type Target } from './target.js';
export { deprecationOf, usedDeprecation } from './used-deprecations.js';
