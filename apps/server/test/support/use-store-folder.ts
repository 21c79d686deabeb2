// Gives each test of the command line a folder with a store of its own, and ends what it has started there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './run-cli.js';
import type { CliOptions, CliResult } from './spawn-cli.js';
import { type ServerProcess, startProcess } from './start-process.js';

export interface StoreFolder {
  folder: string;
  /** The database file; nothing has made it yet. */
  file: string;
  /** Servers that were started, in the order in which they listened. */
  servers: ServerProcess[];
  /** Runs a command on the store to its end. */
  cli(args: readonly string[], env?: CliOptions['env']): Promise<CliResult>;
  /** Starts a server on the store. */
  start(env?: CliOptions['env']): Promise<ServerProcess>;
}

export function useStoreFolder(): StoreFolder {
  const store: StoreFolder = {
    folder: '',
    file: '',
    servers: [],
    cli: (args, env = {}) => runCli(args, { file: store.file, env }),
    async start(env = {}) {
      const server = await startProcess({ file: store.file, env });
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
