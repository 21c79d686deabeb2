// Judges an error's body to the letter: these keys and no others, and nobody's words but our own.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** Words that would tell a client, or an attacker, what the service is made of. */
const FOREIGN =
  /Unexpected|must NOT|ajv|openapi|express|Error:|node:|node_modules|\.[jt]s\b|<[a-z!]/i;

/** Details as `body /name`, for a table of what is at fault and where. */
export function expectError(
  reply: Reply,
  status: number,
  code: ErrorCode,
  places?: readonly string[],
): ErrorDetail[] {
  expect({ status: reply.status, text: reply.text }).toEqual({
    status,
    text: expect.stringContaining(code),
  });
  expect(reply.headers.get('content-type')).toBe('application/json');
  expect(reply.text).not.toMatch(FOREIGN);
  const { details, ...body }: { details?: ErrorDetail[] } = JSON.parse(reply.text);
  expect(body).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/), status });
  if (status !== 400) expect(details).toBeUndefined();
  for (const detail of details ?? []) {
    expect(Object.keys(detail).sort()).toEqual(['code', 'in', 'message', 'path']);
    expect(detail.message).not.toBe('');
  }
  if (places) expect(details?.map((detail) => `${detail.in} ${detail.path}`)).toEqual(places);
  return details ?? [];
}
