// The reference page in a browser, on a desktop and on a phone, in light and dark colours. Screenshots go to
// test-artefacts/.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { document } from '@animal-store/contract';
import type { Browser, Page } from 'playwright-core';
import { banRule, formatDate, formatNumber } from '../../../src/docs/browser/wording.js';
import { describeIfBrowser, launchBrowser } from '../../support/browser.js';
import { operationIds, operationOf, pathOf, quotaOf } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { expectAccessible } from './expect-accessible.js';

const ARTEFACTS = join(__dirname, '../../../test-artefacts');
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SCREENS = [
  ['desktop', 'light', DESKTOP],
  ['desktop', 'dark', DESKTOP],
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
] as const;
const LARGE = '9007199254740993'; // 2^53 + 1, the first integer that a double cannot represent

describeIfBrowser.each(SCREENS)('on a %s in %s colours', (size, colorScheme, viewport) => {
  let browser: Browser;
  let page: Page;
  let store: TestServer;
  let problems: string[];
  let requestedUrls: string[];

  beforeAll(async () => {
    await mkdir(ARTEFACTS, { recursive: true });
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    store = await startServer();
    page = await browser.newPage({ viewport, colorScheme });
    problems = [];
    requestedUrls = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // violations of the Content-Security-Policy are logged as errors, too
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('request', (request) => requestedUrls.push(request.url()));
    await page.goto(`${store.url}/docs`);
    await operation('listPets').waitFor();
  });
  afterEach(async () => {
    await page.close();
    await store.close();
    expect(problems).toEqual([]);
    const others = requestedUrls.filter(
      (url) => !/^(data|blob):/.test(url) && !url.startsWith(store.url),
    );
    expect(others).toEqual([]);
  });

  const operation = (id: string) => page.locator(`.opblock[id$="-${id}"]`);
  const open = (id: string) => operation(id).locator('.opblock-summary-control').click();
  const takeScreenshot = (name: string) =>
    page.screenshot({
      path: join(ARTEFACTS, `${size}-${colorScheme}-${name}.png`),
      fullPage: true,
    });

  async function authorize(key: string) {
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.dialog-ux input').fill(key);
    await takeScreenshot('authorize');
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

  test('experimental and deprecated operations have a badge, and deprecated ones a notice with the sunset date', async () => {
    const badge = (id: string) => operation(id).locator('.reference-badge');
    expect(await badge('listOrders').textContent()).toBe('experimental');
    expect(await badge('getPet').textContent()).toBe('deprecated');
    for (const id of ['listOrders', 'getPet']) expect(await badge(id).isVisible()).toBe(true);
    for (const id of ['listPets', 'createPet']) expect(await badge(id).count()).toBe(0);
    const {
      'x-deprecated-since': since = '',
      'x-deprecated-sunset': sunset = '',
      'x-deprecated-successor': successor = '',
    } = operationOf('getPet');
    expect(await operation('getPet').locator('.reference-notice:visible').textContent()).toBe(
      `Deprecated since ${formatDate(since)}. May be removed on or after ${formatDate(sunset)}. Use ${successor} (GET ${pathOf(successor)}) instead.`,
    );
    const deprecated = operationIds().filter((id) => operationOf(id).deprecated === true);
    expect(await page.locator('.reference-notice:visible').count()).toBe(deprecated.length);
    expect(await operation('getPet').locator('.reference-notice').count()).toBe(1);
    await takeScreenshot('page');
    await expectNoSidewaysScroll();
    await expectAccessible(page);
  });

  test('the plans, the ban rule and the servers are above the operations', async () => {
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

  test('when a request is tried with a key, then this server responds, and its rate-limit headers are shown', async () => {
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
    expect(requestedUrls).toContainEqual(`${store.url}/v1/pets`); // without optional parameters
    await takeScreenshot('called');
    await expectNoSidewaysScroll();
    await expectAccessible(page);
  });

  test('64-bit integers in a response are shown exactly', async () => {
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

  test('every operation can be tried, unless the contract hides its panel', async () => {
    for (const id of operationIds()) {
      await open(id);
      await operation(id).locator('.opblock-body .parameters-container').waitFor();
      expect([id, await operation(id).locator('.try-out__btn').count()]).toEqual([
        id,
        operationOf(id)['x-hideTryItPanel'] === true ? 0 : 1,
      ]);
    }
    await takeScreenshot('opened');
    await expectNoSidewaysScroll();
    await expectAccessible(page);
  });
});
