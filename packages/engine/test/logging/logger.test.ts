// The log as text for people.
import { toText } from '../../src/logging/logger.js';

const REQUEST = { method: 'GET', url: '/v1/pets', status: 200, durationMs: 1.2, client: '::1' };
const DETAILS = [
  { in: 'query', path: '/limit', code: 'maximum' },
  { in: 'query', path: '/status', code: 'enum' },
];

test.each([
  [
    'a request',
    { msg: 'request', ...REQUEST, keyId: 'key_1', plan: 'free' },
    'GET /v1/pets 200  1.2 ms  key_1',
  ],
  [
    'no key',
    { msg: 'request', ...REQUEST, status: 401, code: 'unauthorized' },
    'GET /v1/pets 401 unauthorized  1.2 ms  ::1',
  ],
  [
    'faults',
    { msg: 'request', ...REQUEST, status: 400, code: 'invalid_request', details: DETAILS },
    'GET /v1/pets 400 invalid_request /limit maximum, /status enum  1.2 ms  ::1',
  ],
  [
    'a client that left',
    { msg: 'request', ...REQUEST, status: undefined },
    'GET /v1/pets no reply  1.2 ms  ::1',
  ],
  [
    'a warning',
    { level: 40, msg: 'too slow', store: 'a.db', limits: { a: 1 } },
    'warning: too slow  store=a.db  limits={"a":1}',
  ],
  [
    'an error',
    {
      level: 50,
      msg: 'failed',
      err: { type: 'Error', stack: 'Error: no\n12:00:00  forged\u001b[1m' },
    },
    'error: failed\n    Error: no\n    12:00:00  forged?[1m',
  ],
  ['control characters', { msg: 'a\nb\u009b\u202e' }, 'a?b??'],
])('when people read the log, then %s is one line without control characters', (_, entry, text) => {
  const line = JSON.stringify({ level: 30, time: Date.now(), pid: 1, hostname: 'h', ...entry });
  expect(toText(line).replace(/^\d\d:\d\d:\d\d {2}/, '')).toBe(`${text}\n`);
});
