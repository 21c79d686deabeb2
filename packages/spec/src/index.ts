// Reading of contracts, and what its rules and readers share.

export { addDays, isCalendarDate } from './calendar-date.js';
export type { Report, Rule } from './check/rule.js';
export { satisfiable } from './check/schemas/satisfiable.js';
export type { SealedDocument } from './document.js';
export { getIn, isObject, type JsonObject, listOf } from './json.js';
export {
  findReferences,
  formatPointer,
  isPointerWithin,
  joinPointer,
  lastKey,
  parsePointer,
} from './json-pointer.js';
export { METHODS_WITH_KEY } from './methods.js';
export {
  deprecatedRequestParts,
  HEADERS_OF_ALL,
  headersOfOperation,
  standardErrors,
} from './read/add-standard-parts.js';
export { type Bundle, bundleContract } from './read/bundle.js';
export { formatProblem, type Place, type Position, type Problem } from './read/problems.js';
