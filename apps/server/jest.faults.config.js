import base from '../../jest.base.js';

/** One file at a time: each has the machine for itself, as what it measures needs. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
  maxWorkers: 1,
};
