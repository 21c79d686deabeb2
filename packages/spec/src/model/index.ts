// The model of a contract, its walker, and the questions that its readers ask.
export type * from './contract.js';
export * from './questions.js';
export { readContract } from './read-contract.js';
export { NO_NOTES, NUMBER_BOUNDS } from './read-schema.js';
export { type Selector, selectorOf } from './selector.js';
export {
  type Direction,
  type Inner,
  innerOf,
  type Part,
  partsOfMessages,
  placesWithin,
} from './walk.js';
