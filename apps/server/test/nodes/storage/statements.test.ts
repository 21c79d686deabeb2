// Plans of the statements that requests run: each finds its rows by an index, so that no client makes it scan a table.

import { addRejectsBytes, createKeyOrigins, createOperatorTables } from '@animal-store/engine';
import { readConfig } from '@animal-store/engine/internal/settings/settings';
import { createStore } from '@animal-store/engine/internal/storage/create-store';
import { defineSchema, type Schema } from '@animal-store/engine/internal/storage/schema';
import type { AnyResource } from '@animal-store/engine/internal/storage/table';
import pg from 'pg';
import { describeEachDatabase } from '../../support/each-database.js';
import { fillStore } from '../../support/fill-store.js';
import { openTestService } from '../../support/open-test-service.js';
import { shop } from '../../support/plain-shop.js';
import { createKey } from '../../support/run-cli.js';

interface Statement {
  text: string;
  values: unknown[];
}

/** Of the drivers of both databases, from the start of the recording. */
const mockStatements: Statement[] = [];

/** The driver reports each statement that it runs, with its values inside. */
jest.mock('better-sqlite3', () => {
  const Driver = jest.requireActual('better-sqlite3');
  const verbose = (text: string) => mockStatements.push({ text, values: [] });
  return function recorded(file: string, options: object) {
    return new Driver(file, { ...options, verbose });
  };
});

const SIZES = { animals: 2_000, keys: 2_000, records: 2_000, usageRows: 4_000 };
const SHOP = 'https://shop.example';
const DAY_MS = 86_400_000;
/** As connections for requests have it (storage/postgres/pool/postgres-client.ts). */
const REQUEST_SETTINGS =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';
/** Neither transactions nor settings. */
const HAS_PLAN = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

beforeEach(() => {
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [query] = args;
    if (query !== null && typeof query === 'object' && 'text' in query && 'values' in query)
      mockStatements.push({ text: String(query.text), values: [...Object(query.values)] });
    return send.apply(this, args);
  });
});
afterEach(() => jest.restoreAllMocks());

describeEachDatabase((database, name) => {
  test('when requests are served, then none of their statements scans a table', async () => {
    const env = { DATABASE_URL: database.url };
    const key = await createKey({ env });
    await fillStore(database, name, SIZES);
    const service = await openTestService(env);
    const store = await createStore(readConfig(env, shop.product.name).database, shop.schema);
    mockStatements.length = 0;
    await sendRequests(service, key);
    await service.close(); // writes counts and usage
    await store.counters.forget(Date.now() - 2 * DAY_MS); // as the server does every hour
    await store.close();
    const statements = distinct(mockStatements);
    expect(statements.length).toBeGreaterThan(10);
    const explain = name === 'SQLite' ? explainInSqlite : explainInPostgres;
    expect(await explain(database.url, statements)).toEqual([]);
  });
});

/** Films of a table of its own, whose listing has each kind of filter. */
const FILTERS = {
  genre: { property: 'genre', match: 'equals' },
  genres: { property: 'genre', match: 'equals' },
  isUnsorted: { property: 'genre', match: 'absent' },
  yearFrom: { property: 'year', match: 'min' },
  yearTo: { property: 'year', match: 'max' },
  seenAfter: { property: 'seen', match: 'min' },
} as const;
const SENT: Readonly<Record<keyof typeof FILTERS, readonly unknown[]>> = {
  genre: ['noir', 'none'],
  genres: [['noir', 'western', 'noir'], []],
  isUnsorted: [true, false],
  yearFrom: [1950],
  yearTo: [1955],
  seenAfter: ['2026-02-10'],
};
const FILMS = Array.from({ length: 300 }, (_, index) => ({
  id: index + 1,
  year: 1940 + (index % 23),
  ...(index % 5 !== 0 && { genre: ['noir', 'western', "it's"][index % 3] }),
  ...(index % 4 !== 0 && { seen: `2026-02-${10 + (index % 19)}` }),
}));
const matches = (film: (typeof FILMS)[number], sent: Readonly<Record<string, unknown>>) =>
  Object.entries(sent).every(([parameter, value]) => {
    const { property, match } = FILTERS[parameter as keyof typeof FILTERS];
    const found = film[property];
    if (match === 'absent') return (found === undefined) === value;
    if (match === 'equals') return [value].flat().includes(found);
    if (found === undefined) return false;
    return match === 'min' ? found >= Object(value) : found <= Object(value);
  });
const cinema: Schema<{ films: AnyResource }> = defineSchema(
  'cinema',
  {
    films: {
      schema: 'Film',
      ids: 'client',
      columns: { id: 'int64', genre: 'text?', year: 'integer', seen: 'text?' },
    },
  },
  [
    ...[createOperatorTables, createKeyOrigins, addRejectsBytes],
    (
      type,
    ) => `CREATE TABLE films (id ${type.int64} PRIMARY KEY, genre ${type.text}, year ${type.integer} NOT NULL, seen ${type.text});
      ${['genre', 'year', 'seen'].map((of) => `CREATE INDEX films_by_${of} ON films (${of}, id);`).join(' ')}`,
  ],
  [{ schema: 'Film', filters: FILTERS }],
);

describeEachDatabase((database, name) => {
  test('when a listing is filtered, then it has the rows that match, found by an index', async () => {
    const setting = readConfig({ DATABASE_URL: database.url }, 'cinema').database;
    const { films, close } = await createStore(setting, cinema);
    await films.put(FILMS as never);
    mockStatements.length = 0;
    const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
    for (let chosen = 0; chosen < 2 ** names.length; chosen += 1)
      for (const value of [0, 1]) {
        const sent = Object.fromEntries(
          names
            .filter((_, index) => chosen & (1 << index))
            .map((one) => [one, SENT[one][value] ?? SENT[one][0]]),
        );
        const expected = FILMS.filter((film) => matches(film, sent)).map(({ id }) => id);
        const first = await films.list({ after: undefined, limit: 7, ...sent });
        const rest = await films.list({ after: first.nextAfter ?? 300, limit: 300, ...sent });
        const ids = [...first.items.parse(), ...rest.items.parse()].map(({ id }) => id);
        expect({ sent, ids }).toEqual({ sent, ids: expected });
      }
    const read = distinct(mockStatements);
    expect(read.length).toBeGreaterThan(50);
    const explain = name === 'SQLite' ? explainInSqlite : explainInPostgres;
    expect(await explain(database.url, read)).toEqual([]);
    await close();
  });
});

async function sendRequests(
  { url, call }: Awaited<ReturnType<typeof openTestService>>,
  key: string,
): Promise<void> {
  const unknown = `as_live_${'0'.repeat(30)}0000000`.slice(0, 44);
  const create = (idempotencyKey?: string, animal = 'Rex') =>
    call('/pets', key, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify({ name: animal, categoryId: 1 }),
    });
  const first = await call('/pets?limit=2', key);
  const next = /<[^>]*(\?[^>]*)>/.exec(first.headers.get('link') ?? '')?.[1];
  const headers = { Origin: SHOP };
  const replies = [
    first,
    await call(`/pets${next}`, key),
    await call('/pets?status=sold', key, { headers }),
    await call('/pets/1', key),
    await call('/pets/999999999', key),
    await call('/store/orders', key),
    await create(),
    await create('a'),
    await create('a'),
    await create('a', 'Max'),
    await call('/nothing', key),
    await call('/pets', unknown, { headers }),
    await fetch(`${url}/pets`, { headers }),
    await fetch(`${url}/pets`, {
      method: 'OPTIONS',
      headers: { ...headers, 'Access-Control-Request-Method': 'GET' },
    }),
    await fetch(new URL('/readyz', url)),
  ];
  expect(replies.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 404, 200, 201, 201, 201, 422, 404, 401, 401],
    ...[401, 200],
  ]);
}

function distinct(statements: readonly Statement[]): Statement[] {
  const byText = new Map(statements.map((statement) => [statement.text, statement]));
  return [...byText.values()].filter(({ text }) => HAS_PLAN.test(text));
}

/** @returns the statements that read a whole table or index, each with that part of its plan. */
async function explainInSqlite(url: string, statements: readonly Statement[]): Promise<string[]> {
  const Driver = jest.requireActual('better-sqlite3');
  const database = new Driver(url.replace('file:', ''), { readonly: true });
  const scans = statements.flatMap(({ text }) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }: { detail: string }) => detail)
      .filter((detail: string) => /^SCAN (?!CONSTANT ROW|.* VIRTUAL TABLE)/.test(detail))
      .map((detail: string) => `${detail}: ${text}`),
  );
  database.close();
  return scans;
}

/** As explainInSqlite. */
async function explainInPostgres(url: string, statements: readonly Statement[]): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(REQUEST_SETTINGS);
  const scans: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan))
      if (
        /(?<!Bitmap Heap )Scan$/.test(String(node['Node Type'])) && // whose index is another node
        'Relation Name' in node &&
        !('Index Cond' in node)
      )
        scans.push(`${node['Node Type']} of ${node['Relation Name']}: ${text}`);
  }
  await client.end();
  return scans;
}

function nodesOf(node: Record<string, unknown>): Record<string, unknown>[] {
  const children: unknown[] = Array.isArray(node.Plans) ? node.Plans : [];
  return [node, ...children.flatMap((child) => nodesOf(Object(child)))];
}
