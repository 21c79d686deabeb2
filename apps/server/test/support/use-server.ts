// In-process server for the tests of a file: one for each test, or one that all of them share.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CollectedLog, collectLog, type LogEntry, parseLine } from './collect-log.js';
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

interface ServerOnFile extends TestServer {
  /** Its database. */
  file: string;
  log: CollectedLog;
  /** Starts again on the same file at the same time, with the same log. */
  restart(changes?: StartOptions): Promise<void>;
  /** What it has logged, after all requests so far have been. */
  logged(): Promise<LogEntry[]>;
}

/** A new server for each test, with a database file, and a log. */
export function useServerOnFile(options: StartOptions = {}): ServerOnFile {
  const server: ServerOnFile = Object.create(null);
  let folder: string;
  const start = async (changes?: StartOptions) => {
    const place = { file: server.file, logTo: server.log.stream };
    Object.assign(server, await startServer({ ...options, ...place, ...changes }));
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
    Object.assign(server, { file: join(folder, 'animals.db'), log: collectLog() });
    await start();
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  server.restart = async (changes) => {
    const { nowMs } = server.clock;
    await server.close();
    await start({ nowMs, ...changes });
  };
  server.logged = async () => {
    await fetch(`${server.url}/openapi.json`, { headers: { 'X-Request-Id': 'last' } });
    await server.log.find(({ requestId }) => requestId === 'last');
    return server.log.lines.map(parseLine).filter(({ requestId }) => requestId !== 'last');
  };
  return server;
}
