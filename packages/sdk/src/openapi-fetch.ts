// Public API of @animal-store/sdk/openapi-fetch.
export type { components, operations, paths } from '@animal-store/contract';
export { createFetchClient } from './request/typed-client.js';
