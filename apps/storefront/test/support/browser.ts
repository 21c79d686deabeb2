// Chromium. Without it, the tests are skipped with a message; with REQUIRE_SERVICES=1 they fail.
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isInstalled = existsSync(CHROMIUM);
if (!isInstalled && process.env.REQUIRE_SERVICES === '1')
  throw new Error(`Chromium is not installed at ${CHROMIUM}`);
if (!isInstalled) process.stdout.write(`skipped: Chromium is not installed at ${CHROMIUM}\n`);

export const describeIfBrowser = isInstalled ? describe : describe.skip;

/** Playwright turns off the sandbox, which cannot run as root, and background network traffic. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu', '--disable-quic'] });
}

/** Asserts that axe finds no serious or critical problem on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found: string[] = await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(
    ({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => id + ': ' + target + ' ' + (any[0]?.message ?? ''))),
  )`);
  expect(found).toEqual([]);
}
