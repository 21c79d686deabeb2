// Faults of the service, injected where the page finds it: in the network, or in the mock.
import type { Page, Route } from 'playwright-core';

export interface Faults {
  /** The service, not the page, finds a fault in the next animal: its name is too long. */
  refuseNextName(page: Page): Promise<void>;
  /** Every request to add an animal fails, until the returned function is called. */
  breakAdding(page: Page): Promise<() => Promise<void>>;
  /** Uses up the quota of the page's key, but for `left` requests. */
  useUpQuota(page: Page, left?: number): Promise<void>;
  /** The idempotency keys of all requests to add an animal since `breakAdding`. */
  idempotencyKeys(page: Page): Promise<string[]>;
}

const PETS = '**/v1/pets';
const TOO_LONG = 'x'.repeat(256);

/** Sends requests from the page, with the key that it has been given. */
const useUp = (rest: number) => `(async () => {
  const { url, headers } = globalThis.lastRequest;
  for (let left = Infinity; left > ${rest}; ) {
    const response = await fetch(url, { headers });
    left = Number(response.headers.get('x-ratelimit-remaining'));
  }
})()`;

function remember(page: Page, url: string, authorization: string): Promise<unknown> {
  return page.evaluate(
    `globalThis.lastRequest = ${JSON.stringify({ url, headers: { Authorization: authorization } })}`,
  );
}

let sentKeys: string[] = [];

export const SERVER_FAULTS: Faults = {
  async refuseNextName(page) {
    const rename = (route: Route) => {
      const { categoryId } = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify({ name: TOO_LONG, categoryId }) });
    };
    await page.route(PETS, rename, { times: 1 });
  },
  async breakAdding(page) {
    sentKeys = [];
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (request.method() === 'POST' && key) sentKeys.push(key);
    });
    const abort = (route: Route) => route.abort();
    await page.route(PETS, abort);
    return () => page.unroute(PETS, abort);
  },
  idempotencyKeys: async () => sentKeys,
  async useUpQuota(page, left = 0) {
    const sent = page.waitForRequest((request) => request.method() === 'GET');
    await page.getByLabel('Sold').check();
    const request = await sent;
    const { authorization = '' } = await request.allHeaders();
    await remember(page, request.url(), authorization);
    await page.evaluate(useUp(left));
  },
};

/** In mock mode, the page's `fetch` is the mock. */
export const MOCK_FAULTS: Faults = {
  refuseNextName: (page) =>
    page.evaluate(`fetch.failNext({ operation: 'createPet', status: 400, details: [
      { in: 'body', path: '/name', code: 'max_length', message: 'must have at most 255 characters' },
    ] })`),
  async breakAdding(page) {
    await page.evaluate(`fetch.failNext({ operation: 'createPet', networkError: true, times: 3 })`);
    return async () => {};
  },
  idempotencyKeys: (page) =>
    page.evaluate(
      `fetch.requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])`,
    ),
  async useUpQuota(page, left = 0) {
    const url = '/v1/pets';
    await remember(page, url, 'Bearer as_pub_mock');
    await page.evaluate(useUp(left));
  },
};
