// Screens on which pages are shown, and what must hold of each page there.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const ARTEFACTS = join(__dirname, '../../../test-artefacts');
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const SCREENS = [
  ['desktop', 'light', DESKTOP],
  ['desktop', 'dark', DESKTOP],
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
] as const;

/** What a page throws and logs: violations of the Content-Security-Policy and error statuses of calls, too. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  return problems;
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
}

/** Also what is far from the window, and what would be clipped. */
async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(
    `for (const { style } of document.querySelectorAll('main *')) style.contentVisibility = 'visible'`,
  );
}

/** Asserts that the page does not scroll sideways, nor at these widths. */
export async function expectNoSidewaysScroll(page: Page, ...widths: number[]): Promise<void> {
  await layOutAll(page);
  const { height = 0, width = 0 } = page.viewportSize() ?? {};
  for (const size of [width, ...widths]) {
    await page.setViewportSize({ width: size, height });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size);
  }
}

/** Asserts that axe finds no serious or critical problem on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await layOutAll(page);
  await page.evaluate(axe.source);
  const found: string[] = await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(
    ({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => id + ': ' + target + ' ' + (any[0]?.message ?? ''))),
  )`);
  expect(found).toEqual([]);
}
