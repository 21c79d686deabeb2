// Request schemas: what Ajv compiles to validate the bodies and the parameters of the contract.
//
//   request-document.ts  the contract, with each body as a request has it
//   request-schema.ts    a schema, rewritten for requests; unions.ts: its oneOf and anyOf
//   compile.ts           options, formats and keywords of Ajv
//   standalone.ts        schemas compiled ahead of time
//   object-schema.ts     properties of the objects of a schema
export {
  compileSchema,
  createBodyCompiler,
  createParameterCompiler,
  REQUEST_OPTIONS,
} from './compile.js';
export { FORMATS } from './formats.js';
export { type ObjectProperty, propertiesOf } from './object-schema.js';
export { toRequestDocument } from './request-document.js';
export { compileBodies, compileParameters } from './standalone.js';
export { namesOf } from './unions.js';
