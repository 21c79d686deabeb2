// Spawns `serve` on a free port.
import { type CliOptions, type CliProcess, type CliResult, spawnCli } from './spawn-cli.js';

export interface ServerProcess extends CliProcess {
  /** Includes the base path: `http://localhost:49152/v1`. */
  url: string;
  /** Sends a request to a path below the base path. */
  call(path: string, key: string, init?: RequestInit): Promise<Response>;
  /** Sends the signal and waits for the process to end. No effect after it has ended. */
  stop(signal?: NodeJS.Signals): Promise<CliResult>;
}

/** As JSON, and as people on a terminal see it. */
const LISTENING = /"url":"([^"]+)".*"listening"|^ {2}API +(\S+)\r?$/m;

/** Resolves when the server listens. @throws an Error with its stderr if it ends before that. */
export async function startServerProcess(options: CliOptions): Promise<ServerProcess> {
  const server = spawnCli(['serve'], { ...options, env: { PORT: '0', ...options.env } });
  const match = await server.waitForOutput('stdout', LISTENING);
  const url = match[1] ?? match[2] ?? '';
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
