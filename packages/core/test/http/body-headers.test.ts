// Headers of bodies that fetch does not send: without a length, and in transfer codings.
import { type BodyHeaders, checkBodyHeaders } from '../../src/http/index.js';

const OPTIONAL = { bodyMediaType: 'application/json' };
const REQUIRED = { ...OPTIONAL, body: { isRequired: true } };
const JSON_BODY = { length: 2, contentType: 'application/json', contentEncoding: undefined };

function statusOf(headers: Partial<BodyHeaders>, expected = OPTIONAL): number | undefined {
  try {
    checkBodyHeaders({ ...JSON_BODY, ...headers }, expected, 10);
    return undefined;
  } catch (error) {
    return Object(error).status;
  }
}

test.each<[string, Partial<BodyHeaders>, number | undefined]>([
  ['a length that is allowed', { length: 10 }, undefined],
  ['a length above it', { length: 11, contentType: 'text/plain' }, 413],
  ['an unknown length', { length: undefined }, undefined],
  ['an unknown length and another media type', { length: undefined, contentType: 'a/b' }, 415],
  ['no media type', { contentType: undefined }, 415],
  ['chunks', { length: undefined, transferEncoding: 'Chunked' }, undefined],
  ['chunks that are compressed', { length: undefined, transferEncoding: 'gzip, chunked' }, 415],
  ['no body', { length: 0, contentType: 'text/plain', contentEncoding: 'gzip' }, undefined],
])('when a request has %s, then its status is %s', (...[, headers, status]) => {
  expect(statusOf(headers)).toBe(status);
});

test('when an operation requires a body, then an empty one has to be of its media type', () => {
  expect(statusOf({ length: 0, contentType: undefined }, REQUIRED)).toBe(415);
  expect(statusOf({ length: 0 }, REQUIRED)).toBeUndefined();
});
