// Outputs: what is made from the model.
export { bodyProperties } from './body-properties.js';
export { type CallShape, callShape, resultSchema } from './call-shape.js';
export * from './examples/index.js';
export { readOperations } from './operation-specs.js';
