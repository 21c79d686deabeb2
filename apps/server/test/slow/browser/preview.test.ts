// The preview of a change and the page of changes in a browser, in light and dark colours and on a phone. Screenshots go
// to test-artefacts/.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { document } from '@animal-store/contract';
import { renderReference, writeFiles } from '@animal-store/reference';
import { readAssets } from '@animal-store/reference/assets';
import type { Browser, Page } from 'playwright-core';
import { describeIfBrowser, launchBrowser, waitForExpression } from '../../support/browser.js';
import { readContract } from '../../support/read-contract.js';
import { RELEASES } from '../../support/releases.js';
import { CHANGES, diffOf } from '../../support/spec-diff.js';
import { expectAccessible } from './expect-accessible.js';

const ARTEFACTS = join(__dirname, '../../../test-artefacts');
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

describeIfBrowser.each([
  ['desktop', 'light', DESKTOP],
  ['desktop', 'dark', DESKTOP],
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
] as const)('on a %s in %s colours', (size, colorScheme, viewport) => {
  let browser: Browser;
  let page: Page;
  let folder: string;
  let site: Server;
  let problems: string[];

  beforeAll(async () => {
    await mkdir(ARTEFACTS, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'animal-store-preview-'));
    const changes = diffOf(...Object.values(CHANGES));
    const options = { assets: await readAssets(), changes, releases: RELEASES };
    await writeFiles(renderReference(readContract(document), options), folder);
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
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  const operation = (id: string) => page.locator(`article[id="${id}"]`);
  const show = (name: string) =>
    page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${name}`);
  async function check(name: string) {
    const path = join(ARTEFACTS, `${size}-${colorScheme}-${name}.png`);
    await page.screenshot({ path, fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      viewport.width,
    );
    await expectAccessible(page);
  }

  test('when a preview is opened, then its summary lists each change, and operations have badges', async () => {
    await show('');
    const summary = page.locator('#changes');
    expect(await summary.locator('.changes > li').count()).toBe(Object.keys(CHANGES).length);
    expect(await summary.locator('.removed').textContent()).toBe('getUnicorn');
    for (const id of ['listPets', 'createPet', 'listOrders'])
      expect(await operation(id).locator('h3 .badge.breaking').count()).toBe(1);
    await check('preview');
    await summary.getByRole('link', { name: 'createPet' }).first().click();
    await waitForExpression(page, "document.activeElement.id === 'createPet'");
  });

  test('when the page of changes is opened, then each release has its changes', async () => {
    await show('');
    if (size === 'phone') await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('link', { name: 'Changes by release' }).click();
    await page.getByRole('heading', { name: /^2\.0\.0/ }).waitFor();
    await check('changes');
    await page.locator('main').getByRole('link', { name: 'listPets' }).first().click();
    await waitForExpression(page, "document.activeElement.id === 'listPets'");
  });
});
