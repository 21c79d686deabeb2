// Reading of contracts, and what its rules and readers share.

export { addDays, isCalendarDate, toCalendarDate } from './calendar-date.js';
export type { Report, Rule } from './check/rule.js';
export { satisfiable } from './check/schemas/satisfiable.js';
export type { SealedDocument } from './document.js';
export { entriesOf, getIn, isObject, type JsonObject, listOf, walk } from './json.js';
export {
  findReferences,
  followReference,
  formatPointer,
  isPointerWithin,
  joinPointer,
  lastKey,
  parsePointer,
  percentDecode,
  resolvePointer,
} from './json-pointer.js';
export { isMethod, METHODS_WITH_KEY, SUPPORTED_METHODS } from './methods.js';
export { typeOfValue } from './model/value-facts.js';
export { type Bundle, bundleContract } from './read/bundle.js';
export { isContractFile } from './read/contract-folder.js';
export { Origins } from './read/origins.js';
export { formatProblem, type Place, type Position, type Problem } from './read/problems.js';
export {
  deprecatedRequestParts,
  HEADERS_OF_ALL,
  headersOfOperation,
  standardErrors,
} from './read/standard-parts.js';
