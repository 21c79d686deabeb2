// Comparison of a server's response with the expected one. A difference stops the run.
import type { Answer } from './server-process.js';

/** The names of headers that belong to the connection or the framing. */
const OTHER_HEADERS = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];

export function expectStatus(where: string, { status, body }: Answer, expected: number): void {
  if (status === expected) return;
  throw new Error(`${where}: ${status} instead of ${expected}: ${body.slice(0, 200)}`);
}

/** The same bytes. */
export function expectSame(where: string, what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  const [left, right] = [String(actual), String(expected)].map((text) => text.slice(0, 300));
  throw new Error(`${where}: another ${what}:\n  ${left}\ninstead of\n  ${right}`);
}

/** Of a created animal, whose id differs from server to server. */
export function withoutId(body: string): string {
  return body.replace(/^\{"id":[1-9]\d*,/, '{"id":0,');
}

export function headerNames({ headers }: Answer): string {
  return Object.keys(headers)
    .filter((name) => !OTHER_HEADERS.includes(name))
    .sort()
    .join(', ');
}

/** Whether there is a next page. */
export function hasNext({ headers }: Answer): boolean {
  return /rel="next"/.test(String(headers.link ?? ''));
}

/** Of an error: the fields that are the same for every server with the animal store's errors. */
export function errorOf({ body }: Answer): string {
  const { code, message, status }: Record<string, unknown> = JSON.parse(body);
  return JSON.stringify({ code, message, status });
}
