import { connect } from 'node:net';
import base from './jest.config.js';

/** Runs the conformance vectors and the tests of the operations a second time, on PostgreSQL. */
export default async () => {
  process.env.TEST_STORE = 'postgres';
  const answers = await isListening(
    new URL(process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'),
  );
  if (!answers && process.env.REQUIRE_SERVICES === '1')
    throw new Error('PostgreSQL does not answer');
  if (!answers) process.stdout.write('PostgreSQL does not answer: skipped\n');
  const files = answers ? ['conformance', 'operations/*'] : ['none'];
  return {
    ...base,
    testMatch: files.map((file) => `<rootDir>/test/http/${file}.test.ts`),
    passWithNoTests: true,
  };
};

function isListening({ hostname, port }) {
  return new Promise((resolve) => {
    const socket = connect(Number(port) || 5432, hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
