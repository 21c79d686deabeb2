// What a server needs of a contract: as files, and made in process.
export { createContractData } from './create-contract-data.js';
export { renderServer } from './render-server.js';
