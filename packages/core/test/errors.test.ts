// API errors: what the contract's examples of them do not show.
import { ApiError, ERRORS, unsupportedMediaType } from '../src/errors.js';

test('when an error is made, then it has no stack trace, and others still have one', () => {
  expect(new ApiError('not_found').stack).not.toContain('\n    at ');
  expect(new Error('other').stack).toContain('\n    at ');
});

test('when an error has a cause, then its body does not tell it', () => {
  const { body } = new ApiError('internal_error', { cause: new Error('secret') });
  expect(body).toEqual({ code: 'internal_error', ...ERRORS.internal_error });
});

test('when a body must have another media type than JSON’s, then the message and Accept name it', () => {
  const { message, headers } = unsupportedMediaType('application/merge-patch+json');
  expect(message).toContain('must be application/merge-patch+json in UTF-8');
  expect(headers).toEqual({ Accept: 'application/merge-patch+json' });
});
