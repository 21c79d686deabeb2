// Servers, Redis and PostgreSQL that are killed, terminated or suspended while the SDK adds animals through all servers.
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedStatus } from '@animal-store/engine/internal/rate-limit/limiter';
import { AnimalStore } from '@animal-store/sdk';
import { describeIfService } from '../support/describe-if-service.js';
import { createFile } from '../support/each-database.js';
import { freePort } from '../support/free-port.js';
import { queryOnce } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { startRedis } from '../support/redis-process.js';
import { createKey } from '../support/run-cli.js';
import { readNames } from './inspect-store.js';
import { type Interruption, interrupt, ServerVictim, type Victim } from './kill.js';
import { WriteLoad } from './write-load.js';

const WRITERS = 24;
const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };

interface Deployment {
  env: { DATABASE_URL: string; RATE_LIMIT_URL?: string };
  servers: number;
  /** What can be interrupted, besides the servers. */
  services: { Redis?: Victim; PostgreSQL?: Victim };
  close(): Promise<unknown>;
}

async function openFile(): Promise<Deployment> {
  const { url, drop } = await createFile();
  return { env: { DATABASE_URL: url }, servers: 1, services: {}, close: drop };
}

/** PostgreSQL has settings by which it acknowledges a commit before it is on disk. */
async function openServices(): Promise<Deployment> {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  for (const sql of [
    'ALTER ROLE postgres SET synchronous_commit = off',
    "ALTER SYSTEM SET wal_writer_delay = '10s'",
    'SELECT pg_reload_conf()',
  ])
    await queryOnce(postgres.url, sql);
  return {
    env: { DATABASE_URL: postgres.url, RATE_LIMIT_URL: redis.url },
    servers: 3,
    services: { Redis: redis, PostgreSQL: postgres },
    close: () => Promise.all([redis.close(), postgres.close()]),
  };
}

type Row = [victim: 'a server' | 'Redis' | 'PostgreSQL', Interruption['how'], number, number];

describe.each<[string, jest.Describe, () => Promise<Deployment>, Row[]]>([
  ['a server on SQLite is under load', describe, openFile, [['a server', 'is killed', 20, 0]]],
  [
    'servers on PostgreSQL and Redis are under load',
    describeIfService('PostgreSQL', 'redis-server'),
    openServices,
    [
      ['a server', 'is killed', 20, 0],
      ['a server', 'is terminated', 5, 0],
      ['Redis', 'is killed', 1, 2_000],
      ['Redis', 'hangs', 1, 2_000],
      ['PostgreSQL', 'is killed', 3, 4_000],
      ['PostgreSQL', 'hangs', 1, 10_000],
    ],
  ],
])('when %s', (_, describeDeployment, open, rows) => {
  describeDeployment('and', () => {
    let deployment: Deployment;
    let servers: ServerVictim[];
    let apiKey: string;
    beforeEach(async () => {
      deployment = await open();
      const { env } = deployment;
      apiKey = await createKey({ env }, 'enterprise', LARGE_QUOTA);
      const ports = await Promise.all(Array.from({ length: deployment.servers }, freePort));
      servers = ports.map((port) => new ServerVictim(port, env));
      await Promise.all(servers.map((server) => server.start()));
    });
    afterEach(async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await deployment.close();
    });

    const readiness = ({ process: { url } }: ServerVictim) => fetch(new URL('/readyz', url));
    async function sharedCounters(server: ServerVictim): Promise<SharedStatus> {
      return JSON.parse(await (await readiness(server)).text()).sharedCounters;
    }

    /** Like a load balancer, sends each attempt to the next server. */
    function startLoad(): WriteLoad {
      let turn = 0;
      const fetchFromNext: typeof fetch = (input, init) => {
        const url = new URL(String(input));
        url.port = String(servers[turn % servers.length]?.port);
        turn += 1;
        return fetch(url, init);
      };
      const baseUrl = servers[0]?.process.url ?? '';
      const store = new AnimalStore({ baseUrl, apiKey, fetch: fetchFromNext, maxRetries: 20 });
      return new WriteLoad(WRITERS, async (name) => {
        const { id } = await store.createPet({ name, categoryId: 1 });
        return { status: 201, id };
      });
    }

    async function expectUnavailable(server: ServerVictim): Promise<void> {
      const [refused, ready] = await Promise.all([
        server.process.call('/pets', apiKey),
        readiness(server),
      ]);
      expect([refused.status, await refused.text()]).toEqual([
        503,
        expect.stringContaining('"code":"unavailable"'),
      ]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(refused.headers.get('X-RateLimit-Limit')).not.toBeNull();
      expect(ready.status).toBe(503);
    }

    test.each(rows)(
      '%s %s %i times, then no call fails, and no animal is lost or stored twice',
      async (victim, how, times, downMs) => {
        const victims = victim === 'a server' ? servers : [deployment.services[victim]];
        const load = startLoad();
        const existing = victims.filter((one) => one !== undefined);
        const interrupted = interrupt(existing, { how, times, downMs }, () =>
          load.waitForWrites(WRITERS),
        );
        const [first] = servers;
        if (victim === 'PostgreSQL' && first) {
          while ((await readiness(first)).status === 200) await pause(50);
          await pause(500); // its last connections time out
          await expectUnavailable(first);
        }
        await interrupted;
        await load.waitForWrites(WRITERS);
        await load.stop();
        process.stdout.write(`${victim} ${how}: ${load.acknowledged.size} acknowledged\n`);
        expect(load.errors).toEqual([]);
        expect(await readNames(deployment.env.DATABASE_URL)).toEqual(load.acknowledged);
        if (victim !== 'Redis') return;
        for (const server of servers) {
          expect((await sharedCounters(server)).outages).toBeGreaterThan(0);
          while ((await sharedCounters(server)).unavailable) await pause(50);
        }
      },
    );
  });
});
