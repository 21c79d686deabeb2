import base from '../../jest.base.js';

/** Published as ES modules alone. openapi-typescript imports the others. */
const ES_MODULES = ['@animal-store', '@redocly/openapi-core', 'change-case', 'supports-color'];

export default {
  ...base,
  transformIgnorePatterns: [
    `/node_modules/(?!(?:openapi-typescript/node_modules/)?(?:${ES_MODULES.join('|')})/)`,
  ],
};
