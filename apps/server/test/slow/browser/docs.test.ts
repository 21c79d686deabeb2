// The reference page in a browser, on a desktop and on a phone, in light and dark colours. Screenshots go to
// test-artefacts/.
import { limits } from '@animal-store/contract/conformance';
import { document } from '@animal-store/contract/document';
import { ANIMAL_STORE, renderSamples } from '@animal-store/reference';
import { readContract } from '@animal-store/spec/model';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeIfBrowser, launchBrowser, waitForExpression } from '../../support/browser.js';
import { operationOf, quotaOf } from '../../support/contract-values.js';
import { growContract } from '../../support/grown-contract/grow-contract.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import {
  collectProblems,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  SCREENS,
  takeScreenshot,
} from './screens.js';

const LARGE = '9007199254740993'; // 2^53 + 1, the first integer that a double cannot represent
const samples = renderSamples(readContract(document), ANIMAL_STORE);

let browser: Browser;
let context: BrowserContext;
let page: Page;
let store: TestServer;
let problems: string[];
let requestedUrls: string[];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function show(
  viewport = DESKTOP,
  {
    colorScheme = 'light' as 'light' | 'dark',
    ...options
  }: StartOptions & { colorScheme?: 'light' | 'dark' } = {},
) {
  store = await startServer(options);
  context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  problems = collectProblems(page);
  requestedUrls = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(`${store.url}/docs`);
}
afterEach(async () => {
  await context?.close();
  await store?.close();
  expect(problems).toEqual([]);
  expect(
    requestedUrls.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(store.url)),
  ).toEqual([]);
});

const operation = (id: string) => page.locator(`article[id="${id}"]`);
const clipboard = () => page.evaluate('navigator.clipboard.readText()');
const enterKey = (key: string) => page.getByLabel('API key').fill(key);
async function openForm(id: string) {
  await operation(id).locator('.try summary').click();
  return operation(id).locator('.try form');
}
async function call(id: string) {
  await operation(id).getByRole('button', { name: 'Send' }).click();
  const live = operation(id).locator('.live');
  await live.waitFor();
  return {
    status: await live.locator('strong').textContent(),
    text: (await live.textContent()) ?? '',
  };
}

describeIfBrowser.each(SCREENS)('on a %s in %s colours', (size, colorScheme, viewport) => {
  test('the page is accessible, does not scroll sideways, and a call shows its reply and the quota', async () => {
    await show(viewport, { colorScheme });
    await takeScreenshot(page, `${size}-${colorScheme}-page`);
    await expectAccessible(page);
    const { key } = await store.issueKey('free');
    await enterKey(key);
    await openForm('listPets');
    const { status, text } = await call('listPets');
    expect(status).toBe('200');
    const { perMinute, perDay } = quotaOf('free');
    expect(text).toContain(`${perMinute - 1} of ${perMinute} requests left`);
    expect(text).toContain(
      `ratelimit-policy: "minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`,
    );
    expect(requestedUrls).toContainEqual(`${store.url}/v1/pets`); // without optional parameters
    await takeScreenshot(page, `${size}-${colorScheme}-called`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, ...(size === 'phone' ? [360, 320] : []));
  });

  test('when a contract has everything that is served, then its page is accessible when all is unfolded', async () => {
    await show(viewport, { colorScheme, edit: growContract });
    await page.evaluate(
      'for (const details of document.querySelectorAll("details")) details.open = true',
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

describeIfBrowser('the reference page', () => {
  test('when scripts are off, then everything can be read, and no control is in the way', async () => {
    await show();
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: DESKTOP });
    const other = await plain.newPage();
    await other.goto(`${store.url}/docs`);
    const tabs = await other.locator('.tab').all();
    expect(tabs.length).toBeGreaterThan(3 * samples.size);
    for (const tab of tabs) {
      if ((await tab.getAttribute('open')) === null) await tab.locator('summary').click();
      expect(await tab.locator('.code').first().isVisible()).toBe(true);
    }
    for (const selector of ['.try', '.copy', '.key', '.search-open'])
      expect(await other.locator(selector).first().isVisible()).toBe(false);
    await plain.close();
  });

  test('when a language is chosen, then all samples have it, and a later visit starts with it', async () => {
    await show();
    for (const [language, label] of [
      ['curl', 'curl'],
      ['fetch', 'fetch'],
      ['sdk', 'SDK'],
    ] as const) {
      await operation('getPet').locator('summary', { hasText: label }).click();
      for (const [id, sample] of samples) {
        const box = operation(id).locator(`[data-language="${language}"]`);
        await operation(id)
          .getByRole('button', { name: `Copy the ${label} sample` })
          .focus();
        await page.keyboard.press('Enter');
        await box.getByText('Copied').waitFor();
        expect(await clipboard()).toBe(
          sample[language]?.replaceAll('{baseUrl}', `${store.url}/v1`),
        );
      }
    }
    await operation('getPet').locator('summary', { hasText: 'curl' }).click();
    await page.reload();
    await operation('createPet').locator('[data-language="curl"] .code').waitFor();
    expect(await operation('createPet').locator('[data-language="sdk"] .code').isVisible()).toBe(
      false,
    );
  });

  test('when a page has no clipboard, then code can be copied all the same', async () => {
    await show();
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.reload();
    const button = page.getByRole('button', { name: 'Copy the command' });
    await button.focus();
    expect((await button.boundingBox())?.width).toBeGreaterThan(10);
    await button.click();
    const other = await context.newPage();
    await other.goto(`${store.url}/docs`);
    expect(await other.evaluate('navigator.clipboard.readText()')).toBe(
      'npm install @animal-store/sdk',
    );
  });

  test('when a key is entered, then samples and calls have it, but no text, storage or address has it whole', async () => {
    await show();
    await enterKey(store.key);
    const sample = operation('listPets').locator('[data-language="curl"] .code');
    await operation('listPets').locator('summary', { hasText: 'curl' }).click();
    expect(await sample.textContent()).toContain(`Bearer ${store.key.slice(0, 8)}…`);
    await sample.getByRole('button').click();
    await sample.getByText('Copied').waitFor();
    expect(await clipboard()).toContain(`Bearer ${store.key}"`);
    await openForm('listPets');
    expect((await call('listPets')).status).toBe('200');
    expect(await page.getByLabel('API key').getAttribute('type')).toBe('password');
    expect(await page.content()).not.toContain(store.key);
    expect(
      await page.evaluate(
        'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
      ),
    ).not.toContain(store.key);
    expect(requestedUrls.join()).not.toContain(store.key);
  });

  test('every operation has badges and can be called, unless the contract hides its panel', async () => {
    await show();
    await store.call('/pets', { method: 'POST', json: { name: 'Hambone', categoryId: 1 } });
    await enterKey(store.key);
    for (const id of samples.keys()) {
      const { deprecated, 'x-stability': stability, ...spec } = operationOf(id);
      expect([id, await operation(id).locator('h3 .badge').allTextContents()]).toEqual([
        id,
        [...(stability ? [stability] : []), ...(deprecated ? ['deprecated'] : [])],
      ]);
      expect(await operation(id).locator('.what > .notice').count()).toBe(deprecated ? 1 : 0);
      expect(await operation(id).getByText('X-RateLimit-Limit').count()).toBe(0); // of every reply
      const isHidden = spec['x-hideTryItPanel'] === true;
      expect([id, await operation(id).locator('.try').count()]).toEqual([id, isHidden ? 0 : 1]);
      if (isHidden) continue;
      await openForm(id);
      expect([id, (await call(id)).status]).toEqual([id, expect.stringMatching(/^2/)]);
    }
    const plans = Object.keys(document['x-rate-limit-plans']);
    expect(await page.locator('#guide-rate-limits tbody tr').count()).toBe(plans.length);
  });

  test('optional parameters are empty, show their default, and are sent as the SDK sends them', async () => {
    await show(PHONE);
    const form = await openForm('listPets');
    const limit = form.getByLabel('limit');
    expect(await limit.getAttribute('placeholder')).toBe(String(limits.DEFAULT_LIMIT));
    for (const name of ['limit', 'status'])
      expect(await form.getByLabel(name).inputValue()).toBe('');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Enter an API key').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('key');
    await enterKey(store.key);
    await limit.fill('7');
    await form.getByLabel('status').selectOption('sold');
    await call('listPets');
    expect(requestedUrls).toContainEqual(`${store.url}/v1/pets?limit=7&status=sold`);
  });

  test('animals are created with exact integers, and when a call fails or is aborted, the page says why', async () => {
    await show(PHONE);
    await enterKey(store.key);
    const form = await openForm('createPet');
    expect(await form.getByLabel('Idempotency-Key').inputValue()).toBe('');
    for (const [index, name] of ['Hambone', 'Emily'].entries()) {
      await form.getByLabel('Request body').fill(`{"name":"${name}","categoryId":${LARGE}}`);
      const { status, text } = await call('createPet');
      expect([status, text]).toEqual(['201', expect.stringContaining(`"id": ${index + 1},`)]);
      expect(text).toContain(`"categoryId": ${LARGE}`);
    }
    await form.getByLabel('Request body').fill('{"name":"","categoryId":1}');
    const { status, text } = await call('createPet');
    expect([status, text]).toEqual(['400', expect.stringContaining('"min_length"')]);
    problems.length = 0; // the browser logs error statuses
    await form.getByLabel('Request body').fill('{"name":');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText(/JSON/).waitFor();
    await page.route('**/v1/pets', () => {}); // never answered
    await form.getByLabel('Request body').fill('{"name":"Rex","categoryId":1}');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByRole('button', { name: 'Abort' }).click();
    await form.getByText('Aborted.').waitFor();
    problems.length = 0;
  });

  test('when a page has no SDK, then its calls are sent by fetch, with the key and exact integers', async () => {
    await show();
    await page.route('**/docs', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/ data-sdk="[^"]*"/, '');
      await route.fulfill({ response, body });
    });
    await page.reload();
    requestedUrls = [];
    const form = await openForm('createPet');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Enter an API key').waitFor();
    await enterKey(store.key);
    await form.getByLabel('Request body').fill(`{"name":"Hambone","categoryId":${LARGE}}`);
    const { status, text } = await call('createPet');
    expect([status, text]).toEqual(['201', expect.stringContaining(`"categoryId": ${LARGE}`)]);
    expect(text).toMatch(/requests left/);
    expect(requestedUrls).toEqual([`${store.url}/v1/pets`]);
  });

  test('when a word is searched, then the results lead to it by keyboard alone, and Escape closes', async () => {
    await show();
    for (const [query, target] of [
      ['list orders', 'listOrders'],
      ['cursor', 'listPets.cursor'],
      ['categoryid createpet.body', 'createPet.body.categoryId'],
      ['key_banned', 'error-key_banned'],
      ['restricted', 'guide-restricted-keys'],
    ] as const) {
      await page.keyboard.press(query === 'cursor' ? '/' : 'Control+k');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.waitFor();
      await page.keyboard.type(query);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await waitForExpression(page, `location.hash === '#${target}'`);
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('when a link of the contents is followed, then its operation has the focus', async () => {
    await show();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'List orders' }).focus();
    await page.keyboard.press('Enter');
    await waitForExpression(page, 'document.activeElement.id === "listOrders"');
    expect((await operation('listOrders').boundingBox())?.y).toBeLessThan(150);
    expect((await contents.boundingBox())?.y).toBeLessThan(100);
  });

  test('when a page is narrow, then a button shows its contents, which a link closes', async () => {
    await show(PHONE);
    const link = page.locator('nav').getByText('Add an animal');
    expect(await link.isVisible()).toBe(false);
    const toggle = page.getByRole('button', { name: 'Contents' });
    await toggle.click();
    expect(await page.locator('nav:popover-open').count()).toBe(1);
    await link.click();
    expect(await link.isVisible()).toBe(false);
  });
});
