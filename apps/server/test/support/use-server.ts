// In-process server for the tests of a file: one for each test, or one that all of them share.
import { type StartOptions, startServer, type TestServer } from './start-server.js';

/** A new server for each test, which is closed after it. */
export function useServer(options: StartOptions = {}): TestServer {
  const server = Object.create(null);
  beforeEach(async () => Object.assign(server, await startServer(options)));
  afterEach(() => server.close());
  return server;
}

/** A server that starts before the first test and is closed after the last, for tests that leave nothing behind. */
export function useSharedServer(options: StartOptions = {}): TestServer {
  const server = Object.create(null);
  beforeAll(async () => Object.assign(server, await startServer(options)));
  afterAll(() => server.close());
  return server;
}
