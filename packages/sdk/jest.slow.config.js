import base, { suite } from '../../jest.base.js';

export default {
  ...suite(base, 'slow'),
  globalSetup: '<rootDir>/test/slow/support/build-grown-sdk.ts',
  globalTeardown: '<rootDir>/test/slow/support/remove-grown-sdk.ts',
};
