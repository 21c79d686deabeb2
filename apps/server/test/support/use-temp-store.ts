// Temporary folder with a SQLite store for each test of a file. Servers started on it are killed afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './run-cli.js';
import type { CliOptions, CliResult } from './spawn-cli.js';
import { type ServerProcess, startServerProcess } from './start-server-process.js';

export interface TempStore {
  folder: string;
  /** Database file. It does not exist at first. */
  file: string;
  /** Servers in the order in which they started to listen. */
  servers: ServerProcess[];
  /** Runs a command on the store to completion. */
  cli(args: readonly string[], env?: CliOptions['env']): Promise<CliResult>;
  /** Starts a server on the store. */
  start(env?: CliOptions['env'], options?: CliOptions): Promise<ServerProcess>;
}

export function useTempStore(): TempStore {
  const store: TempStore = {
    folder: '',
    file: '',
    servers: [],
    cli: (args, env = {}) => runCli(args, { file: store.file, env }),
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
  });
  afterEach(async () => {
    await Promise.all(store.servers.map((server) => server.stop('SIGKILL')));
    await rm(store.folder, { recursive: true });
  });
  return store;
}
