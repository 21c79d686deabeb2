// Deprecations of the contract: headers and parts.

export { readDeprecatedParts, readDeprecation } from './deprecation.js';
export { datesOf } from './deprecation-dates.js';
