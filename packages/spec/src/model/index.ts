// The model of a contract, its walker, and the questions that its readers ask.
export type * from './contract.js';
export * from './inventory.js';
export {
  type ParameterShape,
  readParameterShape,
  type UnsupportedParameter,
} from './parameter-shape.js';
export * from './questions.js';
export { readContract } from './read-contract.js';
export { NO_NOTES, NUMBER_BOUNDS } from './read-schema.js';
export { type Selector, selectorOf } from './selector.js';
export {
  factsOf,
  NO_FACTS,
  typeOfValue,
  type ValueFacts,
  type ValueType,
  valueTypesOf,
} from './value-facts.js';
export {
  type Direction,
  type Inner,
  innerOf,
  type Part,
  partsOfMessages,
  placesWithin,
} from './walk.js';
