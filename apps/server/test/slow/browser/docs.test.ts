// The reference page in a real browser, at a desk and on a phone. Screenshots go to test-artefacts/.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { document } from '@animal-store/contract';
import type { Browser, Page } from 'playwright-core';
import { banRule, longDate, number } from '../../../src/docs/browser/wording.js';
import { describeIfBrowser, launchBrowser } from '../../support/browser.js';
import { operationOf, quotaOf } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { expectAccessible } from './expect-accessible.js';

const ARTEFACTS = join(__dirname, '../../../test-artefacts');
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const LARGE = '9007199254740993'; // 2^53 + 1: the first integer that a double rounds

describeIfBrowser.each(Object.entries(SIZES))('on a %s', (size, viewport) => {
  let browser: Browser;
  let page: Page;
  let store: TestServer;
  let complaints: string[];
  let asked: string[];

  beforeAll(async () => {
    await mkdir(ARTEFACTS, { recursive: true });
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    store = await startServer();
    page = await browser.newPage({ viewport });
    complaints = [];
    asked = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A breach of the policy is an error on the console, too.
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${store.url}/docs`);
    await operation('listPets').waitFor();
  });
  afterEach(async () => {
    await page.close();
    await store.close();
    expect(complaints).toEqual([]);
    const others = asked.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(store.url));
    expect(others).toEqual([]);
  });

  const operation = (id: string) => page.locator(`.opblock[id$="-${id}"]`);
  const open = (id: string) => operation(id).locator('.opblock-summary-control').click();
  const shoot = (name: string) =>
    page.screenshot({ path: join(ARTEFACTS, `${size}-${name}.png`), fullPage: true });

  async function authorize(key: string) {
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.dialog-ux input').fill(key);
    await shoot('authorize');
    await expectAccessible(page);
    await page.locator('.dialog-ux .auth-btn-wrapper .authorize').click();
    await page.locator('.dialog-ux .btn-done').click();
  }

  async function call(id: string) {
    await operation(id).locator('.execute').click();
    const live = operation(id).locator('.live-responses-table .response');
    await live.waitFor();
    return {
      status: await live.locator('.response-col_status').textContent(),
      text: await live.locator('.response-col_description').textContent(),
    };
  }

  async function expectNoSidewaysScroll() {
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(viewport.width);
  }

  test('what is experimental or deprecated says so, with the day of its end', async () => {
    const badge = (id: string) => operation(id).locator('.reference-badge');
    expect(await badge('listOrders').textContent()).toBe('experimental');
    expect(await badge('getPet').textContent()).toBe('deprecated');
    for (const id of ['listOrders', 'getPet']) expect(await badge(id).isVisible()).toBe(true);
    for (const id of ['listPets', 'createPet']) expect(await badge(id).count()).toBe(0);
    const notices = page.locator('.reference-notice:visible');
    const { 'x-deprecated-since': since = '', 'x-deprecated-sunset': sunset = '' } =
      operationOf('getPet');
    expect(await notices.allTextContents()).toEqual([
      `Deprecated since ${formatDate(since)}. May be removed on or after ${formatDate(sunset)}. Use listPets (GET /pets) instead.`,
    ]);
    expect(await operation('getPet').locator('.reference-notice').count()).toBe(1);
    await shoot('page');
    await expectNoSidewaysScroll();
    await expectAccessible(page);
  });

  test('the plans, the ban rule and the addresses stand above the operations', async () => {
    const rows = await page.locator('.reference-plans:visible tr').all();
    expect(await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))).toEqual([
      ['Plan', 'Per minute', 'Per day'],
      ...Object.entries(document['x-rate-limit-plans']).map(([plan, quota]) =>
        quota === 'custom'
          ? [plan, 'custom', 'custom']
          : [plan, formatNumber(quota.perMinute), formatNumber(quota.perDay)],
      ),
    ]);
    expect(await page.locator('.reference-ban:visible').textContent()).toBe(
      banRule(document['x-rate-limit-ban']),
    );
    expect(await page.locator('.reference-servers:visible li').allTextContents()).toEqual(
      document.servers.map(({ url, description }) => `${description}: ${url}`),
    );
    const bottomOfPlans = await page.locator('.reference-overview').boundingBox();
    const top = await operation('listPets').boundingBox();
    expect((bottomOfPlans?.y ?? Number.NaN) + (bottomOfPlans?.height ?? 0)).toBeLessThan(
      top?.y ?? 0,
    );
  });

  test('a call with a key is answered by this server, and shows its rate headers', async () => {
    const { key } = await store.issueKey('free');
    await authorize(key);
    await open('listPets');
    await operation('listPets').locator('.try-out__btn').click();
    const { status, text } = await call('listPets');
    expect(status).toContain('200');
    const { perMinute, perDay } = quotaOf('free');
    for (const header of [
      `x-ratelimit-limit: ${perMinute}`,
      `x-ratelimit-remaining: ${perMinute - 1}`,
      'x-ratelimit-reset: ',
      `ratelimit-policy: "minute";q=${perMinute};w=60,"day";q=${perDay};w=86400`,
    ]) {
      expect(text).toContain(header);
    }
    expect(asked).toContainEqual(`${store.url}/v1/pets`); // nothing that was not typed
    await shoot('called');
    await expectNoSidewaysScroll();
    await expectAccessible(page);
  });

  test('a reply keeps every digit of a 64-bit integer', async () => {
    const body = `{"name":"Hambone","categoryId":${LARGE}}`;
    const headers = { 'Content-Type': 'application/json' };
    expect((await store.call('/pets', { method: 'POST', body, headers })).status).toBe(201);
    await authorize(store.key);
    await open('listPets');
    await operation('listPets').locator('.try-out__btn').click();
    const { status, text } = await call('listPets');
    expect(status).toContain('200');
    expect(text).toContain(LARGE);
  });

  test('the listing of orders cannot be tried, the others can', async () => {
    for (const id of ['listPets', 'createPet', 'getPet', 'listOrders']) {
      await open(id);
      await operation(id).locator('.opblock-body .parameters-container').waitFor();
      expect([id, await operation(id).locator('.try-out__btn').count()]).toEqual([
        id,
        id === 'listOrders' ? 0 : 1,
      ]);
    }
    await shoot('opened');
    await expectNoSidewaysScroll();
    await expectAccessible(page);
  });
});
