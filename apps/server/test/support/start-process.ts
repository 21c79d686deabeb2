// Starts `serve` as a process of its own, on a port that the system chooses.
import { type CliOptions, type CliProcess, type CliResult, spawnCli } from './spawn-cli.js';

export interface ServerProcess extends CliProcess {
  /** With the base path: `http://localhost:49152/v1`. */
  url: string;
  /** Sends one request under the base path. */
  call(path: string, key: string, init?: RequestInit): Promise<Response>;
  /** Sends the signal, waits for the end; without effect on one that has ended. */
  stop(signal?: NodeJS.Signals): Promise<CliResult>;
}

/** Resolves when it listens. @throws an Error with its stderr if it stops before. */
export async function startProcess(options: CliOptions): Promise<ServerProcess> {
  const server = spawnCli(['serve'], { ...options, env: { PORT: '0', ...options.env } });
  const [, url = ''] = await server.said('stdout', /"url":"([^"]+)".*"listening"/);
  return {
    ...server,
    url,
    call(path, key, init) {
      const headers = { ...init?.headers, Authorization: `Bearer ${key}` };
      return fetch(`${url}${path}`, { ...init, headers });
    },
    stop(signal = 'SIGTERM') {
      server.child.kill(signal);
      return server.ended;
    },
  };
}
