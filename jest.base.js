// Jest configuration shared by all workspaces. Each has a jest.config.js that exports it: <rootDir> is then its folder.

import { basename } from 'node:path';

/** @type {import('jest').Config} */
export default {
  displayName: basename(process.cwd()),
  testEnvironment: 'node',
  // Ends tests that hang. A busy machine may be ten times slower than an idle one.
  testTimeout: 300_000,
  // `npm test` runs two workspaces at once. Each worker loads and compiles the modules again.
  maxWorkers: '50%',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/test/slow/', '<rootDir>/test/faults/'],
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // These libraries are published as ES modules alone.
  transformIgnorePatterns: ['/node_modules/(?!@animal-store/|@redocly/openapi-core/|marked/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** The configuration of the tests in one folder of `test/`, such as `slow`, which `npm test` leaves out. */
export function suite(base, folder) {
  return {
    ...base,
    testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
    testPathIgnorePatterns: [],
    maxWorkers: '100%', // these tests load the machine themselves
  };
}
