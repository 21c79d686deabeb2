// Costs that must not grow with the store: time and memory of requests and commands on a store of many rows, printed as a table.
//
// The sizes are those of CI. The full ones, which take minutes, in `apps/server`:
//   GROWTH_ANIMALS=5000000 GROWTH_KEYS=200000 GROWTH_RECORDS=1000000 GROWTH_USAGE=3200000 \
//     npx jest --config jest.slow.config.js growth
// GROWTH_PROGRAM names another build of the program, to compare it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashApiKey } from '@animal-store/engine/internal/keys/api-key';
import { generateApiKey } from '../../support/api-keys.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { createFile } from '../../support/each-database.js';
import { fillStore, type Sizes } from '../../support/fill-store.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { createKeyApart, runCli } from '../../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../../support/start-server-process.js';
import {
  type Cost,
  costOfCommand,
  costOfRequests,
  cpuMsOf,
  heapBytesOf,
  PROGRAM,
  printCosts,
  sendAll,
} from './measure.js';

const sizeOf = (name: string, normal: number) => Number(process.env[`GROWTH_${name}`] ?? normal);
const SIZES: Sizes = {
  animals: sizeOf('ANIMALS', 50_000),
  keys: sizeOf('KEYS', 10_000),
  records: sizeOf('RECORDS', 50_000),
  usageRows: sizeOf('USAGE', 80_000),
};
const MAX_COMMAND_MEGABYTES = 200;
/** For a busy machine. On an idle one, 50,000 records deleted at once took 300 ms. */
const MAX_STALL_MS = 200;
const MAX_BYTES_PER_KEY = 1_000;
/** Of one round. Idle keys are stored during the pause after it. */
const REQUESTS_OF_KEYS = 900;
const ROUNDS = 5;
const PAUSE_MS = 1_500;
const ADDED_SECRETS = 10_000;
/** An `Origin` was looked up at most twice a second. */
const ORIGIN_PAUSE_MS = 600;

describe('on SQLite', () => measure('SQLite', createFile));
describeIfService('PostgreSQL')('on PostgreSQL', () => measure('PostgreSQL', createDatabase));

function measure(name: 'SQLite' | 'PostgreSQL', create: () => Promise<TestDatabase>): void {
  const costs = new Map<string, Cost>();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await create();
    const { exitCode, stderr } = await runCli(['migrate'], {
      entry: PROGRAM,
      env: { DATABASE_URL: database.url },
    });
    if (exitCode !== 0) throw new Error(stderr);
    await fillStore(database, name, SIZES);
  }, 3_600_000);
  afterAll(async () => {
    const sizes = Object.entries(SIZES).map(([what, size]) => `${size} ${what}`);
    printCosts(`${name}: ${sizes.join(', ')}`, costs);
    await database.drop();
  }, 600_000);

  test.each([
    [['keys', 'list']],
    [['keys', 'list', '--json']],
    [['keys', 'history']],
    [['usage', '--days', '1', '--operation', 'no-operation']],
    [['usage', '--days', '400']],
    [['usage', '--days', '400', '--json']],
  ])(
    'when the command is %j, then its memory does not grow with the store',
    async (args) => {
      const cost = await costOfCommand(args, database.url);
      costs.set(args.join(' '), cost);
      expect(cost.note).not.toContain('FAILED');
      expect(cost.megabytes).toBeLessThan(MAX_COMMAND_MEGABYTES);
    },
    3_600_000,
  );

  describe('with a server', () => {
    let server: ServerProcess;
    let folder: string;
    let heapFile: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'animal-store-heap-'));
      heapFile = join(folder, 'bytes');
      server = await startServerProcess({
        entry: PROGRAM,
        env: {
          DATABASE_URL: database.url,
          HEAP_FILE: heapFile,
          NODE_OPTIONS: `--require ${join(__dirname, 'report-heap.cjs')}`,
        },
      });
    }, 600_000);
    afterAll(async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    });

    const send = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/pets`, { headers })).arrayBuffer();

    test('when an anonymous request has an Origin, then it does not read all keys', async () => {
      await send({});
      const without = await costOfRequests(10, () => send({}), ORIGIN_PAUSE_MS);
      const cost = await costOfRequests(
        10,
        (index) => send({ Origin: `https://${index}.example` }),
        ORIGIN_PAUSE_MS,
      );
      costs.set('an anonymous request', without);
      costs.set('an anonymous request with an Origin', cost);
      expect(cost.ms).toBeLessThan(without.ms + 5);
    });

    test('when all idempotency records have expired, then no request waits until they are deleted', async () => {
      const env = { DATABASE_URL: database.url };
      const quota = { perMinute: 1_000_000, perDay: 1_000_000 };
      const key = await createKeyApart({ entry: PROGRAM, env }, 'enterprise', quota);
      const statuses = new Set<number>();
      const create = async (idempotencyKey?: string) => {
        const response = await server.call('/pets', key, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
          },
          body: '{"name":"Rex","categoryId":1}',
        });
        statuses.add(response.status);
      };
      await database.query(
        `UPDATE idempotency_records SET created_ms = ${Date.now()} WHERE name = 'request 1'`,
      ); // if all had expired at the start, SQLite would doubt its clock
      const plain = await costOfRequests(100, () => create());
      const first = costOfRequests(1, () => create('first'));
      const [list, creation] = await Promise.all([
        costOfRequests(500, () => send({ Authorization: `Bearer ${key}` })),
        first.then(() => costOfRequests(300, (index) => create(`next ${index}`))),
      ]);
      costs.set('a creation without an Idempotency-Key', plain);
      costs.set('the first creation after records expired', await first);
      costs.set('the next ones, which delete them', creation);
      costs.set('GET /pets at the same time', list);
      expect((await first).ms).toBeLessThan(plain.ms + MAX_STALL_MS);
      expect(statuses).toEqual(new Set([201]));
    });

    test('when a request has a key that was not used lately, then memory and time are bounded', async () => {
      const keys = await addSecrets();
      const { pid = 0 } = server.child;
      let used = 0;
      const next = () => keys[used++ % keys.length] ?? '';
      const request = async (key: string) => {
        const response = await server.call('/pets/1', key);
        await response.arrayBuffer();
        expect(response.status).toBe(200);
      };
      const cpuMsOfRound = async (keyOf: () => string) => {
        const startMs = await cpuMsOf(pid);
        await sendAll(REQUESTS_OF_KEYS, () => request(keyOf()));
        await pause();
        return ((await cpuMsOf(pid)) - startMs) / REQUESTS_OF_KEYS;
      };
      await sendAll(2 * REQUESTS_OF_KEYS, () => request(next()));
      const heapBytes = await heapBytesOf(pid, heapFile);
      const first = used;
      const known: number[] = [];
      const random: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = keys[round * 3 + 1] ?? ''; // of the plan business, with 1,000 requests a minute
        known.push(await cpuMsOfRound(() => key));
        random.push(await cpuMsOfRound(next));
      }
      const bytesPerKey = ((await heapBytesOf(pid, heapFile)) - heapBytes) / (used - first);
      const note = `${bytesPerKey.toFixed(0)} bytes of heap for each key`;
      costs.set('a request with a known key', { ms: medianOf(known), note: 'processor time' });
      costs.set('a request with a random key', { ms: medianOf(random), note });
      expect(bytesPerKey).toBeLessThan(MAX_BYTES_PER_KEY);
    }, 600_000);

    /** @returns secrets of the first keys, whose hashes are stored beside those that `fillStore` made up. */
    async function addSecrets(): Promise<string[]> {
      const keys = Array.from({ length: Math.min(ADDED_SECRETS, SIZES.keys) }, () =>
        generateApiKey(),
      );
      const rows = keys.map((key, index) => {
        const hash = hashApiKey(key).toString('hex');
        const value = name === 'SQLite' ? `x'${hash}'` : `decode('${hash}', 'hex')`;
        return `(${value}, 'key_${String(index + 1).padStart(12, '0')}')`;
      });
      await database.query(`INSERT INTO api_key_secrets (hash, key_id) VALUES ${rows.join(', ')}`);
      return keys;
    }

    // Further requests: each adds its cost to `costs`.
  });
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
