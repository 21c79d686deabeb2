// Comparison of the error messages with the examples in the contract.
import { document } from '@animal-store/contract';
import { ApiError } from '../../src/errors.js';

type Body = ApiError['body'];

interface ErrorResponse {
  content: {
    'application/json': { example?: Body; examples?: Readonly<Record<string, { value: Body }>> };
  };
}

const responses = document.components.responses as Readonly<Record<string, ErrorResponse>>;
const examples = Object.entries(responses)
  .flatMap(([response, { content }]) => {
    const { example, examples = {} } = content['application/json'];
    const named = Object.values(examples).map(({ value }) => value);
    return [...(example ? [example] : []), ...named].map((body) => ({ response, ...body }));
  })
  .filter((body) => 'code' in body); // the others are of success responses

/** Suffix of messages with a waiting time. */
const WAIT = / Try again after \d+ s\.$/;

test.each(examples)(
  'when the code is $code, then its message is that of $response',
  ({ code, message, status }) => {
    const { body } = new ApiError(code);
    expect({ code, message: message.replace(WAIT, ''), status }).toEqual(body);
    expect(WAIT.test(message)).toBe(status === 429);
  },
);

test('every error code has an example', () => {
  const codes = document.components.schemas.ErrorCode?.enum;
  expect(new Set(examples.map(({ code }) => code))).toEqual(new Set(codes as string[]));
});
