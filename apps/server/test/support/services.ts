// The services that a test needs. Where none answers, its tests say so in one line and are skipped; with REQUIRE_SERVICES=1
// they fail.
import { spawnSync } from 'node:child_process';

export const POSTGRES_URL =
  process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Asks in a process of its own, since a file has to know its tests before it can wait for anything. */
const ASK = `
  const [host, port] = process.argv.slice(1);
  const socket = require('node:net').connect(Number(port), host, () => socket.write('PING\\r\\n'));
  socket.on('data', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1));
`;

const LISTENS = `
  const [host, port] = process.argv.slice(1);
  const socket = require('node:net').connect(Number(port), host, () => process.exit(0));
  socket.on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1));
`;

const PROBES = {
  Redis() {
    const { hostname, port } = new URL(REDIS_URL);
    return works(process.execPath, '-e', ASK, hostname, port || '6379');
  },
  PostgreSQL() {
    const { hostname, port } = new URL(POSTGRES_URL);
    return works(process.execPath, '-e', LISTENS, hostname, port || '5432');
  },
  'redis-server': () => works('redis-server', '--version'),
};

export type Service = keyof typeof PROBES;

/** `describe` where the service answers, `describe.skip` elsewhere. */
export function describeWithService(service: Service): jest.Describe {
  if (PROBES[service]()) return describe;
  if (process.env.REQUIRE_SERVICES === '1') throw new Error(`${service} does not answer`);
  process.stdout.write(`${service}: does not answer, skipped\n`);
  return describe.skip;
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
