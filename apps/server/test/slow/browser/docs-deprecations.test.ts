// Deprecated parameters and properties on the reference page, in a browser.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { withServer } from '../../http/operations/helpers.js';
import { describeIfBrowser, launchBrowser } from '../../support/browser.js';
import { expectAccessible } from './expect-accessible.js';

const ARTEFACTS = join(__dirname, '../../../test-artefacts');
const DEPRECATED = {
  deprecated: true,
  'x-deprecated-since': '2026-01-01',
  'x-deprecated-sunset': '2030-12-05',
};
const NOTE = 'Deprecated since 2026-01-01; may be removed from 2030-12-05.';

describeIfBrowser('the reference page', () => {
  let browser: Browser;
  beforeAll(async () => {
    await mkdir(ARTEFACTS, { recursive: true });
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test('when a parameter and properties are deprecated, then the page shows their dates', () =>
    withServer(
      {
        edit: ({ components }) => {
          const limit = Object(components.parameters).Limit;
          Object.assign(limit, DEPRECATED);
          const { properties } = Object(components.schemas.NewPet);
          Object.assign(properties.status, DEPRECATED); // beside a reference
          properties.nick = { type: 'string', ...DEPRECATED };
        },
      },
      async ({ url }) => {
        const page = await browser.newPage();
        await page.goto(`${url}/docs`);
        const operation = (id: string) => page.locator(`.opblock[id$="-${id}"]`);
        await operation('listPets').locator('.opblock-summary-control').click();
        const row = operation('listPets').locator('tr[data-param-name="limit"]');
        await row.waitFor();
        const text = await row.textContent();
        expect(text).toContain(NOTE);

        const create = operation('createPet');
        await create.locator('.opblock-summary-control').click();
        await create
          .locator('.body-param__text, .opblock-section-request-body .model-example')
          .first()
          .waitFor();
        await create.locator('.opblock-section-request-body button[data-name="model"]').click();
        const model = create
          .locator(
            '.opblock-section-request-body .model-box, .opblock-section-request-body .json-schema-2020-12',
          )
          .first();
        await model.waitFor();
        for (const button of await model
          .locator(
            '.json-schema-2020-12-accordion[aria-expanded="false"], .json-schema-2020-12-expand-deep-button',
          )
          .all())
          if (await button.isVisible()) await button.click();
        await page.screenshot({ path: join(ARTEFACTS, 'deprecations.png'), fullPage: true });
        const shown = (await model.textContent()) ?? '';
        expect(shown.split(NOTE)).toHaveLength(3);
        await expectAccessible(page);
        await page.close();
      },
    ));
});
