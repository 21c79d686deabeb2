import base from '../../jest.base.js';

/** @type {import('jest').Config} */
export default {
  ...base,
  // Redocly's library is published as ES modules alone.
  transformIgnorePatterns: ['/node_modules/(?!@animal-store/|@redocly/openapi-core/)'],
};
