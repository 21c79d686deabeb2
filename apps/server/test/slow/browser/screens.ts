// Accessibility check with axe.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

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
