// Temporary folder with a SQLite store for each test of a file. Servers started on it are killed afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { querySqlite } from './each-database.js';
import { openTestService, type TestService } from './open-test-service.js';
import { runInProcess } from './run-in-process.js';
import type { CliOptions, CliResult } from './spawn-cli.js';
import { type ServerProcess, startServerProcess } from './start-server-process.js';

interface TempStore {
  folder: string;
  /** Database file. It does not exist at first. */
  file: string;
  /** Servers in the order in which they started to listen. */
  servers: ServerProcess[];
  /** Runs a command on the store to completion, in this process. `serve` must be one that cannot start. */
  cli(args: readonly string[], env?: CliOptions['env']): Promise<CliResult>;
  /** Runs a command that must exit with 1. @returns what it prints: one line, on stderr. */
  failureOf(args: readonly string[], env?: CliOptions['env']): Promise<string>;
  /** Runs SQL on the database file, on a separate connection. @returns the rows of a query. */
  sql(text: string): Record<string, unknown>[];
  /** Opens the service on the store, in this process. It is closed after the test. */
  open(env?: CliOptions['env'], log?: Logger): Promise<TestService>;
  /** Starts a server on the store, in a process of its own. */
  start(env?: CliOptions['env'], options?: CliOptions): Promise<ServerProcess>;
}

export function useTempStore(): TempStore {
  let services: TestService[] = [];
  const store: TempStore = {
    folder: '',
    file: '',
    servers: [],
    cli(args, env) {
      const serve = args[0] === 'serve' && { PORT: '0', LOG_LEVEL: 'fatal' }; // the log is not captured
      return runInProcess(args, { file: store.file, env: { ...serve, ...env } });
    },
    async failureOf(args, env) {
      const { stdout, stderr, exitCode } = await store.cli(args, env);
      expect([args, stdout, exitCode]).toEqual([args, '', 1]);
      expect(stderr).toMatch(/^animal-store: [^\n]+\n$/);
      return stderr;
    },
    sql: (text) => querySqlite(store.file, text),
    async open(env = {}, log) {
      const service = await openTestService({ DATABASE_URL: `file:${store.file}`, ...env }, log);
      services.push(service);
      return service;
    },
    async start(env = {}, options = {}) {
      const server = await startServerProcess({ file: store.file, env, ...options });
      store.servers.push(server);
      return server;
    },
  };
  beforeEach(async () => {
    store.folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
    store.file = join(store.folder, 'store.db');
    store.servers = [];
    services = [];
  });
  afterEach(async () => {
    await Promise.all([
      ...store.servers.map((server) => server.stop('SIGKILL')),
      ...services.map((service) => service.close()),
    ]);
    await rm(store.folder, { recursive: true });
  });
  return store;
}
