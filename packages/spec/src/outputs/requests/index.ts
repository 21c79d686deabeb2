// Request schemas: what Ajv compiles to validate the bodies and the parameters of the contract.
//
//   request-document.ts  the contract, with each body as a request has it
//   request-schema.ts    a schema, rewritten for requests; union-conditions.ts: its oneOf and anyOf
//   compile.ts           options, formats and keywords of Ajv
//   standalone.ts        schemas compiled ahead of time
//   judge.ts             what is wrong with a request, for contracts that are compared

export { compileBody, createParameterCompiler } from './compile.js';
export { createJudge, type Judge, readIfServed } from './judge.js';
export { toRequestDocument } from './request-document.js';
export { compileBodies, compileParameters } from './standalone.js';
