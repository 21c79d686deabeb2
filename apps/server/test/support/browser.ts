// Chromium for browser tests. Without it, the tests are skipped with a message; with REQUIRE_SERVICES=1 they fail.
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { describeUnless } from './describe-if-tool.js';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const describeIfBrowser = describeUnless(
  existsSync(CHROMIUM) ? undefined : `Chromium is not installed at ${CHROMIUM}`,
);

/** Playwright turns off the sandbox, which cannot run as root, and background network traffic. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu', '--disable-quic'] });
}

/**
 * Waits until an expression is true in the page. Rejects after 30 seconds. Playwright's `waitForFunction` calls `eval`
 * in the page, which its Content-Security-Policy refuses.
 */
export async function waitForExpression(page: Page, expression: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await page.evaluate(expression))) {
    if (Date.now() > deadline) throw new Error(`the page never got to: ${expression}`);
    await page.waitForTimeout(50);
  }
}
