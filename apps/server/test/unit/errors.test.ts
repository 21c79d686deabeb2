// What the contract shows of each error is what the server says.
import { document } from '@animal-store/contract';
import { ApiError } from '../../src/errors.js';

type Body = ApiError['body'];

interface ErrorResponse {
  content: {
    'application/json': { example?: Body; examples?: Readonly<Record<string, { value: Body }>> };
  };
}

const responses = document.components.responses as Readonly<Record<string, ErrorResponse>>;
const shown = Object.entries(responses).flatMap(([response, { content }]) => {
  const { example, examples = {} } = content['application/json'];
  const named = Object.values(examples).map(({ value }) => value);
  return [...(example ? [example] : []), ...named].map((body) => ({ response, ...body }));
});

/** How the message goes on where it tells how long to wait. */
const WAIT = / Try again after \d+ s\.$/;

test.each(shown)('$response: $code', ({ code, message, status }) => {
  const { body } = new ApiError(code);
  expect({ code, message: message.replace(WAIT, ''), status }).toEqual(body);
  expect(WAIT.test(message)).toBe(status === 429);
});

test('every code is shown', () => {
  const codes = document.components.schemas.ErrorCode?.enum;
  expect(shown.map(({ code }) => code).sort()).toEqual((codes as string[]).toSorted());
});
