// Strict assertions on an error response: exact properties, and no text from libraries.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import type { RawResponse } from './raw-connection.js';

/** Text that would reveal libraries or internals. */
const INTERNALS =
  /Unexpected|must NOT|ajv|openapi|express|Error:|node:|node_modules|\.[jt]s\b|<[a-z!]/i;

/** @param locations Expected details, as `body /name`. @returns The details. */
export function expectError(
  reply: RawResponse,
  status: number,
  code: ErrorCode,
  locations?: readonly string[],
): ErrorDetail[] {
  expect({ status: reply.status, text: reply.text }).toEqual({
    status,
    text: expect.stringContaining(code),
  });
  expect(reply.headers.get('content-type')).toBe('application/json');
  expect(reply.text).not.toMatch(INTERNALS);
  const { details, ...body }: { details?: ErrorDetail[] } = JSON.parse(reply.text);
  expect(body).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/), status });
  if (status !== 400) expect(details).toBeUndefined();
  for (const detail of details ?? []) {
    expect(Object.keys(detail).sort()).toEqual(['code', 'in', 'message', 'path']);
    expect(detail.message).not.toBe('');
  }
  if (locations) expect(details?.map((detail) => `${detail.in} ${detail.path}`)).toEqual(locations);
  return details ?? [];
}
