// Each state of the page, light and dark, on a desktop and on a phone: checked by axe, and kept as pictures in
// test-artefacts/.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeIfBrowser, expectAccessible, launchBrowser } from './support/browser.js';
import { sendUntil } from './support/faults.js';
import { type Storefront, startStorefront } from './support/storefront.js';

const ARTEFACTS = join(__dirname, '../test-artefacts');
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'] as const;

describeIfBrowser('a picture', () => {
  let browser: Browser;
  let page: Page;
  let storefront: Storefront;

  beforeAll(async () => {
    await mkdir(ARTEFACTS, { recursive: true });
    storefront = await startStorefront('--mock');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await storefront?.close();
  });
  afterEach(() => page?.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Sign in' });

  /** What a user does to see each state. */
  const STATES = {
    async animals() {
      await page.getByText('24 animals').waitFor();
    },
    async orders() {
      await page.getByRole('link', { name: 'Orders' }).click();
      await page.getByRole('row').nth(12).waitFor();
    },
    async 'sign-in'() {
      await button('Sign in').click();
      await dialog().getByLabel('API key').fill('unknown');
      await dialog().getByRole('button', { name: 'Sign in' }).click();
      await dialog().getByText('The store does not know this key.').waitFor();
    },
    async faults() {
      await signIn();
      await page.getByLabel('Category').fill('dogs');
      await button('Add').click();
      await page.locator('.issue').first().waitFor();
    },
    async added() {
      await signIn();
      await page.getByLabel('Name').fill('Rex');
      await page.getByLabel('Category').fill('1');
      await button('Add').click();
      await page.getByText(/^Rex was added/).waitFor();
    },
    async failure() {
      await page.evaluate('fetch.failNext({ status: 500, times: 3 })');
      await page.getByLabel('Sold').check();
      await button('Try again').waitFor();
    },
    async wait() {
      await sendUntil(page, 0, '/v1/pets', 'Bearer as_pub_mock');
      await page.getByLabel('Available').check();
      await page.getByText(/^The quota is used up\. The page goes on by itself at \d/).waitFor();
    },
  };

  async function signIn(): Promise<void> {
    await button('Sign in').click();
    await dialog().getByLabel('API key').fill(storefront.secretKey);
    await dialog().getByRole('button', { name: 'Sign in' }).click();
    await button('Sign out').waitFor();
    await page.getByText('24 animals').waitFor();
    const disclosure = button('Add an animal'); // on a phone
    if (await disclosure.isVisible()) await disclosure.click();
  }

  test('when the quota is used up and its window ends, then the page goes on by itself', async () => {
    page = await browser.newPage();
    await page.clock.install();
    await page.goto(storefront.url);
    await page.locator('.card').first().waitFor();
    await STATES.wait();
    await page.clock.fastForward(61_000);
    await page.getByText('24 animals, and more below').waitFor();
    expect(await page.getByText('The quota is used up.').count()).toBe(0);
  });

  const pictures = Object.entries(SIZES).flatMap(([size, viewport]) =>
    SCHEMES.flatMap((colorScheme) =>
      Object.entries(STATES).map(([state, show]) => ({ size, viewport, colorScheme, state, show })),
    ),
  );
  test.each(pictures)(
    'when $state is shown on a $colorScheme $size, then it is accessible and does not scroll sideways',
    async ({ size, viewport, colorScheme, state, show }) => {
      page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      await page.goto(storefront.url);
      await page.locator('.card').first().waitFor();
      await show();
      await page.screenshot({ path: join(ARTEFACTS, `${size}-${colorScheme}-${state}.png`) });
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    },
  );
});
