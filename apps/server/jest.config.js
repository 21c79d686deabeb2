import base from '../../jest.base.js';

/** What harms the service on purpose takes minutes: `npm run test:faults` runs it. */
export default { ...base, testPathIgnorePatterns: ['<rootDir>/test/faults/'] };
