// Comparison of the error messages with the examples in the contract.
import type { ErrorCode } from '@animal-store/contract';
import { document } from '@animal-store/contract/document';
import { ApiError } from '@animal-store/core/errors';
import { readContract } from '@animal-store/spec/model';
import { examplesOf } from '@animal-store/spec/outputs';

type Body = ApiError['body'];

const { replies, schemas } = readContract(document);
const examples = [...replies].flatMap(([name, { content }]) =>
  [...content.values()]
    .flatMap(examplesOf)
    .filter(isErrorBody) // the others are of success responses
    .map((body) => ({ response: name, ...body })),
);

function isErrorBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'code' in body;
}

/** What a message adds to that of its code: a waiting time, or the restriction of a key. */
const ADVICE: Partial<Record<ErrorCode, RegExp>> = {
  forbidden: / The key is .+\.$/,
  rate_limited: / Try again after \d+ s\.$/,
  key_banned: / Try again after \d+ s\.$/,
};

test.each(examples)(
  'when the code is $code, then its message is that of $response',
  ({ code, message, status }) => {
    const { body } = new ApiError(code);
    const advice = ADVICE[code]?.exec(message)?.[0] ?? '';
    expect({ code, message, status }).toEqual({ ...body, message: `${body.message}${advice}` });
    expect(advice !== '').toBe(code in ADVICE);
  },
);

test('every error code has an example', () => {
  const codes = schemas.get('ErrorCode')?.schema.enum;
  expect(new Set<unknown>(examples.map(({ code }) => code))).toEqual(new Set(codes));
});
