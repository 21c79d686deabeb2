// What every workspace's tests run with. Each has a jest.config.js that hands this on: <rootDir> is then its own folder.

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // Ends what hangs. A busy machine may be ten times slower than an idle one, and no test is wrong for that.
  testTimeout: 300_000,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!@animal-store/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
