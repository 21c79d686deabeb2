import base from '../../jest.base.js';

/** Published as ES modules alone. openapi-typescript imports all but the first two. */
const ES_MODULES = [
  '@animal-store',
  '@redocly/openapi-core',
  'change-case',
  'index-to-position',
  'json-schema-faker',
  'openapi-typescript',
  'parse-json',
  'supports-color',
];

export default {
  ...base,
  transformIgnorePatterns: [`/node_modules/(?!(?:${ES_MODULES.join('|')})/)`],
  moduleNameMapper: {
    ...base.moduleNameMapper,
    // It exports an ES module alone, which Jest's resolver does not look for.
    '^json-schema-faker$': '<rootDir>/../../node_modules/json-schema-faker/dist/index.js',
  },
};
