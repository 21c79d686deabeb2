// Owns what the tests of the page ask of its accessibility.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** axe finds nothing serious or critical on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found: string[] = await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(
    ({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => id + ': ' + target + ' ' + (any[0]?.message ?? ''))),
  )`);
  expect(found).toEqual([]);
}
