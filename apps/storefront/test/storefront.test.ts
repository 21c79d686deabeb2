// The storefront in Chromium, on the real server.
import type { Browser, Page } from 'playwright-core';
import { describeIfBrowser, launchBrowser } from './support/browser.js';
import { breakAdding, refuseNextName, useUpQuota } from './support/faults.js';
import { type Storefront, startStorefront } from './support/storefront.js';

const LARGE = '9007199254740993'; // 2^53 + 1, the first integer that a double cannot represent

const MAX_SCROLLS = 200;

describeIfBrowser('on the server', () => {
  let browser: Browser;
  let page: Page;
  let storefront: Storefront;
  let problems: string[];

  beforeAll(async () => {
    storefront = await startStorefront();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await storefront?.close();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.clock.install();
    await page.goto(storefront.url);
    await page.locator('.card').first().waitFor();
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Sign in' });
  const focusedLabel = () =>
    page.evaluate<string>('document.activeElement.labels?.[0].textContent');

  async function signIn(key = storefront.secretKey, isRemembered = false): Promise<void> {
    await button('Sign in').click();
    await dialog().getByLabel('API key').fill(key);
    if (isRemembered) await dialog().getByLabel('Keep me signed in').check();
    await dialog().getByRole('button', { name: 'Sign in' }).click();
  }
  async function add(name: string, categoryId: string): Promise<void> {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Category').fill(categoryId);
    await button('Add').click();
  }
  /** Scrolls as often as there is more: up and down, since a list that stays at its end is not scrolled. */
  async function scrollToEnd(): Promise<void> {
    const more = page.locator('.more');
    for (let turn = 0; turn < MAX_SCROLLS && (await more.isVisible()); turn += 1) {
      await page.evaluate(`scrollTo(0, ${turn % 2 === 0 ? 'document.body.scrollHeight' : 0})`);
      await page.clock.runFor(50);
    }
    await more.waitFor({ state: 'detached' });
  }

  test('when most of the quota is left, then it is not shown', async () => {
    expect(await page.getByRole('meter').count()).toBe(0);
  });

  test('when a visitor scrolls to the end, then all animals are listed, page by page', async () => {
    expect(await page.locator('.card').count()).toBe(24);
    await scrollToEnd();
    const names = await page.locator('.card h2').allTextContents();
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });

  test('when the end of the list stays in view, then the next pages follow without scrolling', async () => {
    await page.setViewportSize({ width: 1280, height: 5_000 });
    for (let visit = 0; visit < 10; visit += 1) {
      await page.reload();
      await page.locator('.card').nth(59).waitFor();
    }
  });

  test('when a visitor chooses a status, then only its animals are listed', async () => {
    await page.getByLabel('Pending').check();
    await page.getByText('10 animals').waitFor();
    expect(new Set(await page.locator('.card .status').allTextContents())).toEqual(
      new Set(['Pending']),
    );
  });

  test('when the page is on a phone, then the form stands behind a button', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await button('Add an animal').count()).toBe(0);
    await signIn();
    const isOpen = () => button('Add an animal').getAttribute('aria-expanded');
    await button('Add an animal').waitFor();
    expect([await isOpen(), await page.getByLabel('Name').isVisible()]).toEqual(['false', false]);
    await button('Add an animal').press('Enter');
    expect([await isOpen(), await page.getByLabel('Name').isVisible()]).toEqual(['true', true]);
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await button('Add an animal').count()).toBe(0);
    expect(await page.getByLabel('Name').isVisible()).toBe(true);
  });

  test('when a visitor opens the orders, then they are listed, and the new view has the focus', async () => {
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('row').nth(12).waitFor();
    expect(await page.getByRole('row').count()).toBe(13);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  test('when the key is unknown, then the dialog says so, and nothing is kept of it', async () => {
    await signIn('unknown', true);
    await dialog().getByText('The store does not know this key.').waitFor();
    expect(await focusedLabel()).toBe('API key');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.waitForFunction('document.querySelector("[name=key]").value === ""');
  });

  test.each([
    ['is not asked to remember the key', false],
    ['is asked to', true],
  ])('when the page %s, then a reload keeps accordingly', async (_name, isRemembered) => {
    await signIn(storefront.secretKey, isRemembered);
    await button('Sign out').waitFor();
    await page.reload();
    await button(isRemembered ? 'Sign out' : 'Sign in').waitFor();
    if (!isRemembered) return;
    await button('Sign out').click();
    await button('Sign in').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('when a visitor is not signed in, then no animal can be added', async () => {
    await page.getByText('Sign in with a key of your own').waitFor();
    expect(await button('Add').count()).toBe(0);
  });

  test('when a form has faults, then each stands at its field, the first has the focus, and nothing is sent', async () => {
    await signIn();
    await button('Sign out').waitFor();
    await page.locator('.card').first().waitFor();
    const { keys } = await breakAdding(page);
    await add('', 'dogs');
    await page.getByText(/^Name \w.*\.$/).waitFor();
    await page.getByText(/^Category must be .*integer.*\.$/).waitFor();
    expect(await focusedLabel()).toBe('Name');
    expect(keys).toEqual([]);
  });

  test('when the service finds a fault, then it stands at its field as if the page had found it', async () => {
    await signIn();
    await button('Sign out').waitFor();
    await refuseNextName(page);
    await add('Rex', '1');
    await page.getByText('Name must have at most 255 characters.').waitFor();
    expect(await focusedLabel()).toBe('Name');
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  });

  test('when an animal is added, then the page says so, and lists it with its exact category', async () => {
    await signIn();
    await button('Sign out').waitFor();
    await add('Rex', LARGE);
    await page.getByText('Rex was added.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await scrollToEnd();
    const card = page.locator('.card', { hasText: `Category ${LARGE}` });
    expect(await card.getByRole('heading').textContent()).toBe('Rex');
  });

  test('when adding fails and is tried again, then all attempts have one idempotency key', async () => {
    await signIn();
    await button('Sign out').waitFor();
    const { keys, repair } = await breakAdding(page);
    await add('Max', '1');
    await page.clock.fastForward(10_000); // the pauses between the SDK's attempts
    await button('Try again').waitFor();
    await repair();
    await button('Try again').click();
    await page.getByText('Max was added.').waitFor();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  describe('with a new quota', () => {
    beforeAll(async () => {
      await storefront.close();
      storefront = await startStorefront();
    });

    test('when the quota gets low, then what is left of it is shown', async () => {
      await useUpQuota(page, 4);
      await page.getByLabel('Available').check();
      await page.getByText('3 of').waitFor();
      expect(await page.getByRole('meter').getAttribute('value')).toBe('3');
    });
  });
});
