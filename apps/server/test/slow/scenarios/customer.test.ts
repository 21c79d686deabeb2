// Scenario: a customer from the first key to its history. The same steps beside one server on a file, and beside two
// nodes on PostgreSQL and Redis, with the built command line as a process of its own.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract/document';
import { quotaOf } from '../../support/contract-values.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { createFile } from '../../support/each-database.js';
import { createDatabase } from '../../support/postgres.js';
import { startRedis } from '../../support/redis-process.js';
import { runCli } from '../../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../../support/start-server-process.js';

const { seconds: BAN_SECONDS } = document['x-rate-limit-ban'];
const PRO = quotaOf('pro');
const POLL_MS = 50;
const MAX_ROUNDS = 100;

/** Servers and commands that share a store. */
interface Deployment {
  env: Readonly<Record<string, string>>;
  nodes: number;
  /** Within this time after a command, every node heeds its change. 0: at the next request. */
  propagationMs: number;
  close(): Promise<unknown>;
}

interface Outcome {
  status: number;
  code: string | undefined;
  headers: Headers;
}

describe('beside one server on a SQLite file', () => followCustomer(openFile));
describeIfService('PostgreSQL', 'redis-server')('beside two nodes on PostgreSQL and Redis', () =>
  followCustomer(openNodes),
);

function followCustomer(open: () => Promise<Deployment>): void {
  let deployment: Deployment;
  let servers: ServerProcess[];
  /** What the steps share: later ones continue where earlier ones ended. */
  let id: string;
  let key: string;
  let rotatedKey: string;
  beforeAll(async () => {
    deployment = await open();
    const start = () => startServerProcess({ env: deployment.env });
    servers = await Promise.all(Array.from({ length: deployment.nodes }, start));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await deployment.close();
  });

  async function keys(...args: string[]) {
    const { stdout, stderr, exitCode } = await runCli(['keys', ...args, '--json'], deployment);
    if (exitCode !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }
  async function call(server: ServerProcess, sentKey: string): Promise<Outcome> {
    const reply = await server.call('/pets', sentKey);
    const code = /"code":"(\w+)"/.exec(await reply.text())?.[1];
    return { status: reply.status, headers: reply.headers, code };
  }
  /** Repeats a request to each node until it has this outcome, at most until the change must be heeded. */
  async function expectOnEachNode(outcome: string | number, sentKey: string): Promise<Outcome[]> {
    const deadlineMs = performance.now() + deployment.propagationMs;
    return Promise.all(
      servers.map(async (server) => {
        for (;;) {
          const reply = await call(server, sentKey);
          const actual = typeof outcome === 'number' ? reply.status : reply.code;
          if (actual === outcome) return reply;
          if (performance.now() >= deadlineMs) expect(actual).toBe(outcome);
          await pause(POLL_MS);
        }
      }),
    );
  }
  /** The quota of the day decides, so that no new minute admits a request. */
  const perDay = (count: number) => ['--per-minute', '1000', '--per-day', String(count)];
  /** Sends requests to all nodes until one has this code. */
  async function requestUntil(code: string, sentKey: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const replies = await Promise.all(servers.map((server) => call(server, sentKey)));
      if (replies.some((reply) => reply.code === code)) return;
    }
    throw new Error(`no request was ${code}`);
  }

  test('step 1: when the customer gets a key, then each node serves it', async () => {
    ({ id, key } = await keys('create', '--plan', 'enterprise', '--name', 'shop', ...perDay(6)));
    for (const { headers } of await expectOnEachNode(200, key))
      expect(headers.get('ratelimit-policy')).toBe('"minute";q=1000;w=60, "day";q=6;w=86400');
  });

  test('step 2: when the customer uses up the quota, then requests are refused on each node', async () => {
    await requestUntil('rate_limited', key);
    const refused = await expectOnEachNode('rate_limited', key);
    for (const { status, headers } of refused) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  });

  test('step 3: when the plan is upgraded, then requests are admitted again, and the used quota stays used', async () => {
    const updated = await keys('update', id, '--plan', 'pro');
    expect(updated).toMatchObject({ id, plan: 'pro', perMinute: null, perDay: null });
    for (const { headers } of await expectOnEachNode(200, key)) {
      expect(headers.get('ratelimit-policy')).toBe(
        `"minute";q=${PRO.perMinute};w=60, "day";q=${PRO.perDay};w=86400`,
      );
      const dayLeft = /"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
      expect(Number(dayLeft)).toBeLessThan(PRO.perDay - 6);
    }
  });

  test('step 4: when the customer goes on after refusals, then the key is banned on each node, and shown so', async () => {
    await keys('update', id, '--plan', 'enterprise', ...perDay(6));
    const nowMs = Date.now();
    await requestUntil('key_banned', key);
    await expectOnEachNode('key_banned', key);
    const { bannedUntil } = await keys('show', id);
    expect(Date.parse(bannedUntil) - nowMs).toBeGreaterThan((BAN_SECONDS - 5) * 1000);
    expect(Date.parse(bannedUntil) - Date.now()).toBeLessThanOrEqual(BAN_SECONDS * 1000);
    expect(await keys('list')).toMatchObject([{ id, bannedUntil }]);
  });

  test('step 5: when the ban is lifted, then each node admits requests', async () => {
    await keys('update', id, '--plan', 'pro');
    expect(await keys('unban', id)).toMatchObject({ id, bannedUntil: null });
    await expectOnEachNode(200, key);
    expect(await keys('show', id)).toMatchObject({ bannedUntil: null });
  });

  test('step 6: when the key is rotated with an overlap, then both secrets work until it ends', async () => {
    const rotated = await keys('rotate', id, '--overlap', '4s');
    expect(rotated).toMatchObject({ id, liveSecrets: 2 });
    const rotatedMs = performance.now();
    rotatedKey = rotated.key;
    await expectOnEachNode(200, rotatedKey);
    await expectOnEachNode(200, key);
    await pause(Math.max(0, rotatedMs + 4_000 - performance.now())); // the overlap itself is waited for
    await expectOnEachNode(401, key);
    await expectOnEachNode(200, rotatedKey);
    expect(await keys('show', id)).toMatchObject({ liveSecrets: 1 });
  });

  test('step 7: when the key expires, then it is refused on each node, until it is extended', async () => {
    const { expires } = await keys('update', id, '--expires', '1s');
    await pause(Math.max(0, Date.parse(expires) - Date.now())); // the expiry itself is waited for
    await expectOnEachNode(401, rotatedKey);
    await keys('update', id, '--expires', '90d');
    await expectOnEachNode(200, rotatedKey);
  });

  test('step 8: when the key is revoked, then it is refused on each node for good', async () => {
    expect(await keys('revoke', id)).toMatchObject({ id, revoked: expect.any(String) });
    await expectOnEachNode(401, rotatedKey);
    await expect(keys('update', id, '--expires', '90d')).rejects.toThrow('is revoked');
  });

  test('step 9: then the history has every change in order, and no secret', async () => {
    const history: { action: string; actor: string }[] = await keys('history', id);
    const actions = history.map(({ action }) => action);
    expect(actions).toEqual([
      'create',
      ...['update', 'update', 'update', 'unban', 'rotate', 'update', 'update', 'revoke'],
    ]);
    expect(history.every(({ actor }) => actor !== '')).toBe(true);
    expect(JSON.stringify(history)).not.toMatch(/as_(live|pub)_/);
  });
}

async function openFile(): Promise<Deployment> {
  const { url, drop } = await createFile();
  return { env: { DATABASE_URL: url }, nodes: 1, propagationMs: 0, close: drop };
}

async function openNodes(): Promise<Deployment> {
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  return {
    env: { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url },
    nodes: 2,
    propagationMs: 1_000,
    close: () => Promise.all([database.drop(), redis.close()]),
  };
}
