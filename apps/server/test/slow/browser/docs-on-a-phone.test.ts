// The reference page on phones: readability, keyboard access and requests.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { document } from '@animal-store/contract';
import type { Browser, Page } from 'playwright-core';
import { exportDocs } from '../../../src/docs/export-docs.js';
import { describeIfBrowser, launchBrowser } from '../../support/browser.js';
import { schemaOf } from '../../support/contract-values.js';
import { readContract } from '../../support/read-contract.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { expectAccessible } from './expect-accessible.js';

const WIDTHS = [390, 360, 320];

describeIfBrowser('on a phone', () => {
  let browser: Browser;
  let page: Page;
  let store: TestServer;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    store = await startServer();
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await show(`${store.url}/docs`);
  });
  afterEach(async () => {
    await page.close();
    await store.close();
  });

  const operation = (id: string) => page.locator(`.opblock[id$="-${id}"]`);
  const open = (id: string) => operation(id).locator('.opblock-summary-control').click();
  async function show(url: string) {
    await page.goto(url);
    await operation('listPets').waitFor();
  }
  async function authorize() {
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.dialog-ux input').fill(store.key);
    await page.locator('.dialog-ux .auth-btn-wrapper .authorize').click();
    await page.locator('.dialog-ux .btn-done').click();
  }
  async function expectNoSidewaysScroll() {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
    }
  }

  test.each(['reading', 'trying'])(
    'when %s, then the columns of names are wide enough',
    async (mode) => {
      await open('listPets');
      const block = operation('listPets');
      await block.locator('.responses-table').waitFor();
      if (mode === 'trying') await block.locator('.try-out__btn').click();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        for (const cell of [
          block.locator('tr[data-param-name="limit"] .parameters-col_name'),
          block.locator('tr.response[data-code="200"] .response-col_status'),
        ]) {
          expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(60);
        }
      }
      await expectNoSidewaysScroll();
    },
  );

  test('two animals can be created one after the other', async () => {
    await authorize();
    await open('createPet');
    const block = operation('createPet');
    await block.locator('.try-out__btn').click();
    expect(await block.getByLabel('Idempotency-Key').inputValue()).toBe('');
    for (const [index, name] of ['Hambone', 'Emily'].entries()) {
      await block.getByLabel('Request body').fill(JSON.stringify({ name, categoryId: 1 }));
      const reply = page.waitForResponse(`${store.url}/v1/pets`);
      await block.locator('.execute').click();
      const response = await reply;
      expect([response.status(), await response.json()]).toEqual([
        201,
        { id: index + 1, name, categoryId: 1 },
      ]);
    }
  });

  test('an optional parameter is empty and shows its default and maximum', async () => {
    await open('listPets');
    const block = operation('listPets');
    await block.locator('.try-out__btn').click();
    const limit = block.getByLabel('limit');
    const schema = schemaOf('listPets', 'limit');
    expect(await limit.getAttribute('placeholder')).toBe(String(schema.default));
    expect(await limit.inputValue()).toBe('');
    expect(await block.getByLabel('status').inputValue()).toBe('');
    const row = await block.locator('tr[data-param-name="limit"]').textContent();
    expect(row).toContain(`maximum: ${schema.maximum}`);
  });

  test('the authorization dialog is modal, traps the focus and closes on Escape', async () => {
    const button = page.locator('.auth-wrapper .authorize').first();
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Available authorizations' });
    await dialog.waitFor();
    await dialog.getByLabel('API key').waitFor();
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          'document.activeElement === document.body || document.activeElement.closest(".dialog-ux") !== null',
        ),
      ).toBe(true);
    }
    await dialog.getByLabel('API key').focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Authorize');
    expect(await page.locator('[inert]').count()).toBe(0);
  });

  test('a focused button is visible', async () => {
    const copy = operation('listPets').getByRole('button', { name: 'Copy path to clipboard' });
    await copy.focus();
    expect((await copy.boundingBox())?.width).toBeGreaterThan(10);
  });

  test('every expanded schema is accessible, in light and in dark colours', async () => {
    for (const control of await page.locator('.opblock-summary-control').all()) {
      await control.click();
    }
    for (const tab of await page.getByRole('tab', { name: 'Schema' }).all()) await tab.click();
    await page.locator('.models-control').click();
    await page.locator('.models .json-schema-2020-12').first().waitFor();
    await page.evaluate(
      `for (const button of document.querySelectorAll('.json-schema-2020-12-expand-deep-button'))
        if (button.textContent === 'Expand all') button.click()`,
    );
    await page.getByRole('button', { name: 'Collapse all' }).last().waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await expectNoSidewaysScroll();
  });

  test('the exported page does not scroll sideways, and its samples call the first server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-site-'));
    await exportDocs(readContract(document), folder);
    const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
    const site = createServer(async ({ url = '/' }, res) => {
      const name = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
      res.setHeader('Content-Type', types[extname(name)] ?? 'text/html');
      res.end(await readFile(join(folder, name)));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    try {
      await show(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      await expectNoSidewaysScroll();
      expect(
        await page.locator('.reference-overview .reference-code').nth(1).textContent(),
      ).toContain(`baseUrl: '${document.servers[0].url}'`);
    } finally {
      site.closeAllConnections();
      site.close();
      await rm(folder, { recursive: true });
    }
  });
});
