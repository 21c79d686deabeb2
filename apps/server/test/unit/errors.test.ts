// Comparison of the server's error messages with the examples in the contract.
import { document } from '@animal-store/contract/document';
import { ERRORS } from '@animal-store/core/errors';
import { errorsOf, readContract } from '@animal-store/spec/model';

const contract = readContract(document);
const errors = contract.operations.flatMap(errorsOf);

/** What a message adds to that of its code: a waiting time, or the restriction of a key. */
const ADVICE: Readonly<Record<string, RegExp>> = {
  forbidden: / The key is .+\.$/,
  rate_limited: / Try again after \d+ s\.$/,
  key_banned: / Try again after \d+ s\.$/,
};

test.each(Object.entries(ERRORS))(
  'when the code is %s, then its messages are those of the contract',
  (code, { message }) => {
    const { [code]: advice = /$/ } = ADVICE;
    for (const error of errors.filter((one) => one.code === code)) {
      expect(error.message).toMatch(advice);
      expect(String(error.message).replace(advice, '')).toBe(message);
    }
  },
);

test('every error code has an example', () => {
  const codes = contract.schemas.get('ErrorCode')?.schema.enum;
  expect(new Set<unknown>(errors.map(({ code }) => code))).toEqual(new Set(codes));
});
