// Server of the operations in growth/bodies.yaml, which answer with the body that they received.
import { bodyHandlers } from '../../support/growth/body-handlers.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

export function startGrowthServer(): Promise<TestServer> {
  return startServer({
    edit: (contract) => growContract(contract, 'bodies.yaml'),
    handlers: bodyHandlers,
  });
}

/** Sends JSON text to the operation at `/growth/<name>`. */
export function put(server: TestServer, name: string, text: string): Promise<TestResponse> {
  const headers = { 'Content-Type': 'application/json' };
  return server.call(`/growth/${name}`, { method: 'PUT', headers, body: text });
}

/** The errors of a 400, as `place code message`, of which there is at least one. */
export function errorsOf(reply: TestResponse): string[] {
  expect([reply.status, reply.json.code]).toEqual([400, 'invalid_request']);
  expect(reply.json.details.length).toBeGreaterThan(0);
  return reply.json.details.map(({ path, code, message }) => `${path} ${code} ${message}`);
}

/** Checks that each text is received, and returned unchanged. */
export async function expectEchoed(server: TestServer, name: string, texts: readonly string[]) {
  for (const text of texts) {
    const reply = await put(server, name, text);
    expect([reply.status, reply.text]).toEqual([200, text]);
  }
}
