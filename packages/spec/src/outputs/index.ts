// Outputs: what is made from the model.
export { bodyProperties } from './body-properties.js';
export { type CallShape, callShape } from './call-shape.js';
export { datesOf } from './deprecated-shapes.js';
export { readDeprecatedParts, readDeprecationHeaders } from './deprecation.js';
export { readErrorBounds } from './error-bounds.js';
export * from './examples/index.js';
export { toJsonSchema } from './json-schema.js';
export { type ObjectProperty, propertiesOf } from './object-properties.js';
export { readOperations } from './operation-specs.js';
export { readPlainData } from './server/server-data.js';
