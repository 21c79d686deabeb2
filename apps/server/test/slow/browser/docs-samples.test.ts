// The reference page for users of the SDK: samples, contents, short responses, and the API key, which is never shown.
import { document } from '@animal-store/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { toPageDocument } from '../../../src/docs/page-document.js';
import { describeIfBrowser, launchBrowser, waitForExpression } from '../../support/browser.js';
import { operationIds } from '../../support/contract-values.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { readContract } from '../../support/read-contract.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { expectAccessible } from './expect-accessible.js';

const { installCommand, headers, operations } = toPageDocument(readContract(document))[
  'x-reference'
];

describeIfBrowser('the reference page', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let store: TestServer;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await context.close();
    await store.close();
  });

  const operation = (id: string) => page.locator(`.opblock[id$="-${id}"]`);
  const open = (id: string) => operation(id).locator('.opblock-summary-control').click();
  const button = (id: string, name: string) =>
    operation(id).getByRole('button', { name, exact: true });
  const clipboard = () => page.evaluate('navigator.clipboard.readText()');
  const withBaseUrl = (code = '') => code.replaceAll('{baseUrl}', `${store.url}/v1`);

  async function show(width = 1280, options: StartOptions = {}) {
    store = await startServer(options);
    context = await browser.newContext({
      viewport: { width, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    await page.goto(`${store.url}/docs`);
    await operation('listPets').waitFor();
  }

  test('the install command and the first call are above the description', async () => {
    await show();
    const code = page.locator('.reference-overview .reference-code');
    expect(await code.nth(0).locator('code').textContent()).toBe(installCommand);
    expect(await code.nth(1).locator('code').textContent()).toContain(
      `baseUrl: '${store.url}/v1',`,
    );
    const bottom = await code.nth(1).boundingBox();
    const description = await page.locator('#overview').boundingBox();
    expect(bottom?.y).toBeLessThan(description?.y ?? 0);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await clipboard()).toBe(installCommand);
  });

  test('when an operation is opened, then it has a sample for the SDK and one for curl, which can be copied', async () => {
    await show();
    for (const id of operationIds()) {
      await open(id);
      for (const [language, text] of [
        ['SDK', operations[id]?.sdk],
        ['curl', operations[id]?.curl],
      ] as const) {
        await button(id, language).click();
        expect(await button(id, language).getAttribute('aria-pressed')).toBe('true');
        await button(id, `Copy the ${language} sample`).click();
        await button(id, 'Copied').waitFor();
        expect(await clipboard()).toBe(withBaseUrl(text));
      }
    }
  });

  test('when a page has no clipboard, then a sample can be copied all the same', async () => {
    await show();
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.reload();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${store.url}/docs`);
    expect(await other.evaluate('navigator.clipboard.readText()')).toBe(installCommand);
  });

  test('when a link of the contents is followed by keyboard, then its operation opens and has the focus', async () => {
    await show();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.getByRole('link').count()).toBe(6 + operationIds().length);
    const link = contents.getByRole('link', { name: 'List orders' });
    await link.focus();
    await page.keyboard.press('Enter');
    await operation('listOrders').locator('.responses-table').waitFor();
    await waitForExpression(
      page,
      'document.activeElement.closest(".opblock")?.id.endsWith("listOrders")',
    );
    expect(new URL(page.url()).hash).toBe('#/store/listOrders');
  });

  test('when a page is wide, then its contents stay in view; on a phone a button shows them', async () => {
    await show();
    const link = page.getByRole('link', { name: 'Add an animal' });
    await page.mouse.wheel(0, 2000);
    await waitForExpression(page, 'scrollY > 500');
    expect((await link.boundingBox())?.y).toBeLessThan(844);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await link.isVisible()).toBe(false);
    const toggle = page.getByRole('button', { name: 'Contents' });
    await toggle.click();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await link.click();
    await operation('createPet').locator('.responses-table').waitFor();
    expect(await link.isVisible()).toBe(false);
  });

  test('when an operation is opened on a phone, then headers of all responses are not repeated, and it is at most 4,000 pixels high', async () => {
    await show(390);
    const overview = page.locator('.reference-overview');
    for (const id of operationIds()) {
      await open(id);
      const block = operation(id);
      await block.locator('.reference-notes').waitFor();
      expect(await block.locator('table.headers').count()).toBe(0);
      for (const { name } of headers) {
        expect(await overview.locator('dt').getByText(name, { exact: true }).count()).toBe(1);
        expect(await block.locator('dt').getByText(name, { exact: true }).count()).toBe(0);
      }
      for (const { name } of operations[id]?.headers ?? [])
        expect(await block.locator('dt code', { hasText: name }).count()).toBeGreaterThan(0);
      for (const [status, { codes }] of Object.entries(operations[id]?.briefErrors ?? {}))
        expect(
          await block.locator(`tr[data-code="${status}"] .reference-codes code`).allTextContents(),
        ).toEqual(codes);
      expect((await block.boundingBox())?.height).toBeLessThan(4000);
    }
  });

  test('when a key is entered, then it is in no text, no curl command and no copy', async () => {
    await show();
    await page.locator('.auth-wrapper .authorize').first().click();
    const field = page.getByRole('dialog').getByLabel('API key');
    expect(await field.getAttribute('type')).toBe('password');
    await field.fill(store.key);
    await page.locator('.dialog-ux .auth-btn-wrapper .authorize').click();
    await page.locator('.dialog-ux .btn-done').click();
    await open('createPet');
    await button('createPet', 'Try it out').click();
    await operation('createPet').locator('.execute').click();
    await operation('createPet').locator('.live-responses-table .response').waitFor();
    const curl = operation('createPet').locator('.responses-wrapper .reference-code');
    expect(await curl.locator('code').textContent()).toContain(
      '-H "Authorization: Bearer $ANIMAL_STORE_KEY"',
    );
    await curl.getByRole('button', { name: 'Copy the command' }).click();
    expect(await clipboard()).toContain('$ANIMAL_STORE_KEY');
    expect(await clipboard()).not.toContain(store.key);
    expect(await page.content()).not.toContain(store.key);
  });

  test('when the colour scheme of the system changes, then the page follows', async () => {
    await show();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitForExpression(page, 'document.documentElement.classList.contains("dark-mode")');
    expect(await background()).not.toBe(light);
  });

  test.each(['light', 'dark'] as const)(
    'when a contract has operations of every method, then the page is accessible in %s colours',
    async (colorScheme) => {
      await show(390, {
        edit(contract) {
          growContract(contract, 'bodies.yaml');
          growContract(contract, 'calls.yaml');
        },
      });
      await page.emulateMedia({ colorScheme });
      for (const id of ['updateAccount', 'deleteAccount', 'moveItem', 'createAccount', 'getPet']) {
        await open(id);
        await operation(id).locator('.responses-table').waitFor();
        const tryIt = operation(id).locator('.try-out__btn');
        await tryIt.click();
      }
      await expectAccessible(page);
    },
  );
});
