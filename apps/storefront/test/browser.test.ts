// @vitest-environment node
// `npm run storefront` in Chromium. Without it, the tests are skipped; with REQUIRE_SERVICES=1 they fail.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isSkipped = !existsSync(executablePath) && process.env.REQUIRE_SERVICES !== '1';
const port = 20_000 + (process.pid % 10_000);
const command = ['--import', 'tsx', 'dev/start.ts', '--port', String(port)];

test.skipIf(isSkipped).each([
  ['server', []],
  ['mock', ['--mock']],
])('when the page is on the %s, then animals are listed and added', async (_name, flags) => {
  const start = spawn(process.execPath, [...command, ...flags]);
  start.stderr.pipe(process.stderr);
  const browser = await chromium.launch({ executablePath, args: ['--disable-quic'] });
  try {
    const [output] = await Promise.race([once(start.stdout, 'data'), once(start, 'exit')]);
    const [, key = ''] = /Key +(\S+)/.exec(String(output)) ?? [];
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('pageerror', (error) => Promise.reject(error)); // fails the run
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const animal = page.getByRole('listitem').first();

    await page.goto(`http://localhost:${port}`);
    await page.getByText('12 animals, and more').waitFor();
    await press('More');
    await page.getByText('24 animals, and more').waitFor();
    await page.getByLabel('Show').selectOption('sold');
    await page.getByText('10 animals').waitFor();

    await page.getByText('Add an animal').click();
    await page.getByLabel('Name').fill('Rex');
    await page.getByLabel('Category').fill('dogs');
    await page.getByLabel('Status').selectOption('sold');
    await page.getByLabel('Secret API key').fill(key);
    await press('Add');
    await page.getByText('must be of type integer').waitFor();
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('axe.run().then(({ violations }) => violations)')).toEqual([]);
    }

    await page.evaluate(`
      const send = fetch;
      fetch = (...request) => new Promise((resolve) => { answer = () => resolve(send(...request)); });
    `);
    await page.locator(':focus').fill('1'); // the field with the error
    await press('Add');
    await animal.getByText('Adding …').waitFor();
    await page.evaluate('answer()');
    await page.getByText('Rex was added.').waitFor();
    expect(await animal.innerText()).toMatch(/^Rex\s+Category 1\s+sold$/i);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const second = spawnSync(process.execPath, [...command, '--mock'], { encoding: 'utf8' });
    expect(second.stderr).toMatch(/ \d+ is already in use\. Choose another with --port\.$/m);
  } finally {
    await browser.close();
    start.kill();
  }
});
