// The preview of a change in a browser, in light and dark colours and on a phone. Screenshots go to test-artefacts/.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { document } from '@animal-store/contract/document';
import { ASSETS } from '@animal-store/core/docs-files';
import type { Browser, Page } from 'playwright-core';
import { shop } from '../../../src/shop.js';
import { describeIfBrowser, launchBrowser, waitForExpression } from '../../support/browser.js';
import { renderSite } from '../../support/docs-files.js';
import { DIFF } from '../../support/spec-diff.js';
import {
  collectProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  SCREENS,
  takeScreenshot,
} from './screens.js';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

describeIfBrowser.each(SCREENS)('on a %s in %s colours', (size, colorScheme, viewport) => {
  let browser: Browser;
  let page: Page;
  let folder: string;
  let site: Server;
  let problems: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'animal-store-preview-'));
    const files = new Map<string, Buffer>();
    for (const name of ASSETS) files.set(name, await shop.readDocs(name));
    const html = renderSite(document, { assets: files, changes: DIFF });
    for (const [name, bytes] of files.set('index.html', Buffer.from(html)))
      await writeFile(join(folder, name), bytes);
    site = createServer(async ({ url = '/' }, res) => {
      const name = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
      res.setHeader('Content-Type', TYPES[extname(name)] ?? 'text/html');
      res.end(await readFile(join(folder, name)));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport, colorScheme });
    problems = collectProblems(page);
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  const operation = (id: string) => page.locator(`article[id="${id}"]`);
  const show = (name: string) =>
    page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${name}`);
  async function check(name: string) {
    await takeScreenshot(page, `${size}-${colorScheme}-${name}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }

  test('when a preview is opened, then its summary lists each change, and operations have badges', async () => {
    await show('');
    const summary = page.locator('#changes');
    expect(await summary.locator('.changes > li').count()).toBe(DIFF.changes.length);
    expect(await summary.locator('.changes s').allTextContents()).toEqual(['getUnicorn']);
    for (const id of ['listPets', 'createPet', 'listOrders'])
      expect(await operation(id).locator('h3 .badge.breaking').count()).toBe(1);
    await check('preview');
    await summary.getByRole('link', { name: 'createPet' }).first().click();
    await waitForExpression(page, "document.activeElement.id === 'createPet'");
  });
});
