// What a server needs of a contract: as files, and made in process.
export { createContract } from './create-contract.js';
export { renderServer } from './render-server.js';
