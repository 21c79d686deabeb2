// @ts-nocheck
// The tests that must notice a fault of the quota, of validation and of idempotency: vectors on server and mock, and the
// unit tests beside them. They read the sources of the workspaces, not their builds.
import base from '../../jest.base.js';

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testEnvironmentOptions: {
    customExportConditions: ['@animal-store/source', 'node', 'require', 'default'],
  },
  testMatch: [
    '<rootDir>/packages/core/test/validation/**/*.test.ts',
    '<rootDir>/packages/sdk/test/testing/conformance.test.ts',
    '<rootDir>/apps/server/test/unit/rate-limit/*.test.ts',
    '<rootDir>/apps/server/test/nodes/storage/once.test.ts',
    '<rootDir>/apps/server/test/http/conformance.test.ts',
  ],
};
