// What a handler gets beside its request: its log, the clock, and the settings and metrics of the shop.
import type { ContractTypes } from '@animal-store/contract/server';
import {
  type Handler,
  integerBetween,
  type MetricsOf,
  type SettingsOf,
  type Shop,
} from '@animal-store/engine';
import { createProgram } from '@animal-store/engine/internal/cli/program';
import { pino } from 'pino';
import type { Resources } from '../../src/tables.js';
import { parseScrape } from '../metrics/scrape.js';
import { generateApiKey } from '../support/api-keys.js';
import { collectLog, parseLine } from '../support/collect-log.js';
import { openTestService, type TestService } from '../support/open-test-service.js';
import { shop as plainShop } from '../support/plain-shop.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const SECRET = generateApiKey();
const SETTINGS = {
  category: { name: 'CATEGORY', default: '1', meaning: 'of animals', read: integerBetween(1, 9) },
};
const METRICS = {
  added: { type: 'counter', name: 'added_total', help: 'Animals.', labels: ['status'] },
  seconds: { type: 'histogram', name: 'adding_seconds', help: 'Duration.' },
} as const;
interface Types extends ContractTypes {
  resources: Resources;
  settings: SettingsOf<typeof SETTINGS>;
  metrics: MetricsOf<typeof METRICS>;
}

const createPet: Handler<Types, 'createPet'> = async ({ body }, services) => {
  const { store, log, clock, settings, metrics } = services;
  const startMs = clock();
  const pet = await store.pets.insert({ ...body, categoryId: settings.category });
  metrics.added.inc({ status: 'new' });
  // @ts-expect-error The metric has no such label.
  if (body.name === '') metrics.added.inc({ name: 'Rex' });
  metrics.seconds.observe((clock() - startMs) / 1_000);
  log.info({ sent: SECRET }, `added ${SECRET}`);
  log.debug('not written');
  return { status: 201, body: pet };
};
const shop: Shop = {
  ...plainShop,
  settings: SETTINGS,
  metrics: METRICS,
  handlers: { ...plainShop.handlers, createPet },
};

const store = useTempStore();
let service: TestService | undefined;
afterEach(() => service?.close());

test.each([undefined, '0'])(
  'when METRICS_PORT is %s, then handlers have all services',
  async (port) => {
    const key = await createKey(store, 'free');
    const log = collectLog();
    const env = { DATABASE_URL: `file:${store.file}`, CATEGORY: '7' };
    service = await openTestService(
      port === undefined ? env : { ...env, METRICS_PORT: port },
      pino(log.stream),
      shop,
    );
    const sent = { 'Content-Type': 'application/json' };
    for (const headers of [sent, { ...sent, 'Idempotency-Key': 'a' }]) {
      const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
      const reply = await service.call('/pets', key, { method: 'POST', headers, body });
      expect(await reply.json()).toMatchObject({ name: 'Rex', categoryId: 7 });
    }
    const lines = log.lines.map(parseLine);
    const request = lines.find(({ msg }) => msg === 'request');
    const written = lines.filter(({ msg }) => String(msg).startsWith('added'));
    expect(written).toHaveLength(2);
    const { requestId, keyId, operation } = Object(request);
    const secret = expect.stringMatching(/^as_live_.*\[redacted\]$/);
    expect(written[0]).toMatchObject({ level: 30, requestId, keyId, operation, sent: secret });
    expect(log.lines.join()).not.toContain(SECRET);
    if (port !== undefined) {
      const { metricsUrl } = await log.find(({ msg }) => msg === 'serving metrics');
      const scrape = parseScrape(await (await fetch(String(metricsUrl))).text());
      expect(scrape.get('animal_store_added_total{status="new"}')).toBe(2);
      expect(scrape.get('animal_store_adding_seconds_count')).toBe(2);
    }
  },
);

test('when a shop has a setting, then `config` and the help of `serve` show it', async () => {
  let output = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
  try {
    await createProgram(shop).parseAsync(['node', 'animal-store', 'config']);
    await createProgram(shop)
      .parseAsync(['node', 'animal-store', 'serve', '--help'])
      .catch(() => {});
  } finally {
    write.mockRestore();
  }
  expect(output).toMatch(/^CATEGORY +1 +default$/m);
  expect(output).toMatch(/^ +CATEGORY +of animals \(default: 1\)$/m);
});
