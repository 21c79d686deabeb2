// Reading of contracts, and what its rules and readers share.

export { type Bundle, bundleContract } from './bundle.js';
export { addDays, isCalendarDate, toCalendarDate } from './calendar-date.js';
export { isContractFile } from './contract-folder.js';
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
export { Origins } from './origins.js';
export { formatProblem, type Place, type Position, type Problem } from './problems.js';
export type { Report, Rule } from './rules/rule.js';
export { satisfiable } from './rules/schemas/satisfiable.js';
export {
  deprecatedRequestParts,
  HEADERS_OF_ALL,
  headersOfOperation,
  standardErrors,
} from './standard-parts.js';
