// Examples of the contract's messages, and samples of its schemas.
export { exampleOf, examplesOf } from './example.js';
export { type ExampleReply, readReplies } from './replies.js';
export { sampleOf } from './sample.js';
