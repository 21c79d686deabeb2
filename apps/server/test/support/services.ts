// The services that a test needs. Where none answers, its tests say so in one line and are skipped; with REQUIRE_SERVICES=1
// they fail.
import { spawnSync } from 'node:child_process';

export const POSTGRES_URL =
  process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/**
 * Connects, and where there is a question, waits for its answer. In a process of its own, since a file has to know its
 * tests before it can wait for anything.
 */
const CONNECT = `
  const [host, port, question] = process.argv.slice(1);
  const connected = () => (question ? socket.write(question) : process.exit(0));
  const socket = require('node:net').connect(Number(port), host, connected);
  socket.on('data', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1));
`;

const PROBES = {
  Redis: () => answers(REDIS_URL, '6379', 'PING\r\n'),
  PostgreSQL: () => answers(POSTGRES_URL, '5432'),
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

function answers(url: string, usualPort: string, ...question: string[]): boolean {
  const { hostname, port } = new URL(url);
  return works(process.execPath, '-e', CONNECT, hostname, port || usualPort, ...question);
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
