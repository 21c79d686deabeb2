// Services for tests. Without a service that they need, tests are skipped with a message; with REQUIRE_SERVICES=1 they fail.
import { describeUnless, works } from './describe-if-tool.js';

export const POSTGRES_URL =
  process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/**
 * Connects and, if there is a request, waits for a response. Runs in a process of its own, because Jest needs to know
 * synchronously whether to skip.
 */
const CONNECT = `
  const [host, port, request] = process.argv.slice(1);
  const connected = () => (request ? socket.write(request) : process.exit(0));
  const socket = require('node:net').connect(Number(port), host, connected);
  socket.on('data', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1));
`;

const PROBES = {
  Redis: () => responds(REDIS_URL, '6379', 'PING\r\n'),
  PostgreSQL: () => responds(POSTGRES_URL, '5432'),
  'redis-server': () => works('redis-server', '--version'),
};

export type Service = keyof typeof PROBES;

/** `describe` if all of the services respond, otherwise `describe.skip`. */
export function describeIfService(...services: readonly Service[]): jest.Describe {
  const missing = services.find((service) => !PROBES[service]());
  return describeUnless(missing && `${missing} does not respond`);
}

function responds(url: string, defaultPort: string, ...request: string[]): boolean {
  const { hostname, port } = new URL(url);
  return works(process.execPath, '-e', CONNECT, hostname, port || defaultPort, ...request);
}
