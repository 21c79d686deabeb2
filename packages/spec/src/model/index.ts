// The model of a contract, its walker, and the questions that its readers ask.
export * from './bounds.js';
export type * from './contract.js';
export { DEPRECATION_KEYS } from './from-document/fields.js';
export { readContract } from './from-document/read-contract.js';
export { NO_NOTES } from './from-document/read-schema.js';
export * from './inventory.js';
export { columnsOf, filterProblem, listingOf } from './listing.js';
export { readParameterShape } from './parameter-shape.js';
export * from './questions.js';
export type * from './schema.js';
export { type Selector, selectorOf } from './selector.js';
export { carriersOf, type Direction, type Inner, innerOf, mapInner, placesWithin } from './walk.js';
