// Faults of the service, injected into the page's network, and a quota that is used up.
import type { Page, Route } from 'playwright-core';

const PETS = '**/v1/pets';
const TOO_LONG = 'x'.repeat(256);

/** The service, not the page, finds a fault in the next animal: its name is too long. */
export async function refuseNextName(page: Page): Promise<void> {
  const rename = (route: Route) => {
    const { categoryId } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ name: TOO_LONG, categoryId }) });
  };
  await page.route(PETS, rename, { times: 1 });
}

/** Every request to add an animal fails until `repair`. @returns also the idempotency keys of all of them */
export async function breakAdding(page: Page) {
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (request.method() === 'POST' && key) keys.push(key);
  });
  const abort = (route: Route) => route.abort();
  await page.route(PETS, abort);
  return { keys, repair: () => page.unroute(PETS, abort) };
}

/** Uses up the quota of the page's key, but for `left` requests. */
export async function useUpQuota(page: Page, left: number): Promise<void> {
  const sent = page.waitForRequest((request) => request.method() === 'GET');
  await page.getByLabel('Sold').check();
  const request = await sent;
  const { authorization = '' } = await request.allHeaders();
  await sendUntil(page, left, request.url(), authorization);
}

/** Sends requests from the page until so many are left. In mock mode, its `fetch` is the mock. */
export function sendUntil(page: Page, left: number, url: string, Authorization: string) {
  return page.evaluate(`(async () => {
    for (let remaining = Infinity; remaining > ${left}; ) {
      const { headers } = await fetch('${url}', { headers: ${JSON.stringify({ Authorization })} });
      remaining = Number(headers.get('x-ratelimit-remaining'));
    }
  })()`);
}
