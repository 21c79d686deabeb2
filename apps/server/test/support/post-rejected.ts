import type { TestServer } from './start-server.js';
import type { TestResponse } from './validate-response.js';

/** Posts a body that must be rejected, and checks that nothing was stored. */
export async function postRejected(
  server: TestServer,
  body: string | Uint8Array,
  path = '/pets',
): Promise<TestResponse> {
  const reply = await server.call(path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  expect((await server.call('/pets')).json).toEqual([]);
  return reply;
}
