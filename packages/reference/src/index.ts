// API reference as a static site, rendered from the model of a contract alone: everything can be read without JavaScript.
//
//   page.ts          the frame of a page, and the reference page
//   operations.ts    operations as everything below reads them
//   operation.ts     an operation; samples.ts: its code; try-form.ts: its live call
//   schema.ts        schemas; schema-node.ts: references and parts put together; schema-facts.ts: types and limits
//   chapters.ts      the guide after the operations
//   preview.ts       the summary of a preview
//   site.ts          what all of them share; marks of changes
//   product.ts       the names of the product
//   browser/         the script: search, key, language, copies, live calls
//   create-docs.ts   all files
export { createDocs } from './create-docs.js';
export { renderQuickStart, renderSamples } from './operations/samples.js';
export { type ReferenceOptions, renderReference } from './pages/page.js';
export type { ContractChange, ContractChanges } from './pages/site.js';
export { ANIMAL_STORE, createProduct, type Product } from './product.js';
