// Types of the contract: TypeScript, from the model and, by openapi-typescript, from the document.
//
//   render-types.ts      paths, operations and components; typed-document.ts: the document that openapi-typescript gets
//   schema-types.ts      short names of schemas
//   render-defaults.ts   which parameters have a default
//   comments.ts          comments; limits.ts: limits in words; deprecation-notes.ts: dates of deprecations
//   share-headers.ts     types of headers that several responses have; omit-absent.ts: no types of what is absent
export { renderDefaults } from './render-defaults.js';
export { renderReceivedTypes, renderTypes } from './render-types.js';
export { renderSchemas } from './schema-types.js';
