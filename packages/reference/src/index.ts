// API reference as a static site, rendered from the model of a contract alone: everything can be read without JavaScript.
//
//   create-docs.ts   all files
//   product.ts       the names of the product
//   pages/           page.ts: the reference page; chapters.ts: its guide; preview.ts: the changes of a preview; site.ts: what
//                    they share; home.ts: the page at `/` of a server
//   operations/      operations.ts: what is read of an operation; operation.ts: its HTML; samples.ts: its code; try-form.ts: its
//                    live call
//   schemas/         schema.ts: their HTML; schema-node.ts: references and parts put together; schema-facts.ts: types and limits
//   text/            HTML, Markdown and code
//   browser/         the style sheet, and the script: search, key, language, copies, live calls
export { createDocs } from './create-docs.js';
export { renderQuickStart, renderSamples } from './operations/samples.js';
export { type ReferenceOptions, renderReference } from './pages/page.js';
export type { ContractChange, ContractChanges } from './pages/site.js';
export { ANIMAL_STORE, createProduct, type Product } from './product.js';
