// Request schemas: what Ajv compiles to validate the bodies and the parameters of the contract.
//
//   request-document.ts  the contract, with each body as a request has it
//   request-schema.ts    a schema, rewritten for requests; unions.ts: its oneOf and anyOf
//   compile.ts           options, formats and keywords of Ajv
//   standalone.ts        schemas compiled ahead of time
export { compileBody, compileSchema, createParameterCompiler } from './compile.js';
export { type RequestDocument, toRequestDocument } from './request-document.js';
export { compileBodies, compileParameters } from './standalone.js';
export { namesOf } from './unions.js';
