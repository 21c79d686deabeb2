// Services for tests. Without a service that they need, tests are skipped with a message; with REQUIRE_SERVICES=1 they fail.
import { describeUnless, works } from './describe-if-tool.js';

export const POSTGRES_URL =
  process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

const PROBES = {
  Redis: () => responds(REDIS_URL, '6379', 'PING'),
  PostgreSQL: () => responds(POSTGRES_URL, '5432'),
  'redis-server': () => works('redis-server', '--version'),
};

type Service = keyof typeof PROBES;

/** `describe` if all of the services respond, otherwise `describe.skip`. */
export function describeIfService(...services: readonly Service[]): jest.Describe {
  const missing = services.find((service) => !PROBES[service]());
  return describeUnless(missing && `${missing} does not respond`);
}

/**
 * Connects and, if there is a request, waits for a response. In bash, which can connect, and starts sooner than Node: Jest needs
 * to know synchronously whether to skip.
 */
function responds(url: string, defaultPort: string, request?: string): boolean {
  const { hostname, port } = new URL(url);
  const connect = `exec 3<> /dev/tcp/${hostname.replace(/[[\]]/g, '')}/${port || defaultPort}`;
  const ask = `printf '${request}\\r\\n' >&3 && read -r -t 2 -n 1 -u 3`;
  return works('bash', '-c', request === undefined ? connect : `${connect} && ${ask}`);
}
