// Helpers for tests of operations: sending requests, following pages.
import {
  type CallOptions,
  type StartOptions,
  startServer,
  type TestServer,
} from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

/** Runs `act` with an additional server. */
export async function withServer<T>(
  options: StartOptions,
  act: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(options);
  try {
    return await act(server);
  } finally {
    await server.close();
  }
}

/** Posts an animal. A string is sent unchanged. */
export function post(
  server: TestServer,
  body: string | object,
  options: CallOptions = {},
  path = '/pets',
): Promise<TestResponse> {
  return server.call(path, {
    ...options,
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...options.headers },
  });
}

/** Posts an animal with an Idempotency-Key. */
export function postOnce(
  server: TestServer,
  idempotencyKey: string,
  body: Parameters<typeof post>[1],
  options: CallOptions = {},
): Promise<TestResponse> {
  const headers = { ...options.headers, 'Idempotency-Key': idempotencyKey };
  return post(server, body, { ...options, headers });
}

/** Whether the response is a replay of an earlier one. */
export function isReplay({ headers }: TestResponse): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/** Adds animals without a status directly to the store. Their ids are 1, 2, 3 ... */
export async function addPets({ store }: TestServer, count: number): Promise<void> {
  for (let id = 1; id <= count; id += 1) await store.pets.insert({ name: `n${id}`, categoryId: 1 });
}

/** Target of the link to the next page, without the base path; undefined on the last page. */
export function nextOf({ headers }: TestResponse): string | undefined {
  const link = headers.get('link') ?? '';
  const links = /^<\/v1\/[^>]+>; rel="first"(?:, <\/v1(\/[^>]+)>; rel="next")?$/.exec(link);
  if (links === null) throw new Error(`not the links of a page: ${link}`);
  return links[1];
}

/** Follows the links from `path` to the last page. @throws if a page links to itself. */
export async function fetchAllPages(server: TestServer, path: string): Promise<TestResponse[]> {
  const pages: TestResponse[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await server.call(next);
    if (page.status !== 200) throw new Error(`${next}: ${page.status} ${page.text}`);
    pages.push(page);
    const following = nextOf(page);
    if (following === next) throw new Error(`${next} is its own next page`);
    next = following;
  }
  return pages;
}

export function idsOf(...pages: readonly TestResponse[]): number[] {
  return pages.flatMap((page) => page.json.map((item: { id: number }) => item.id));
}
