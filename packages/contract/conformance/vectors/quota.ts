// Vectors of the quota: headers, refusals, bans, and the windows in which they end.
import { BAN, FREE, MAX_BODY_BYTES, undeclaredMethodOf } from '../limits.js';
import type { Vector, VectorRequest, WantedReply } from '../vector.js';

const PETS = { path: '/pets' };
/** Unix seconds of the first request, and of the ends of its minute and of its day. */
const START = Date.UTC(2026, 10, 20, 10) / 1000;
const MINUTE_END = START + 60;
const DAY_END = START + 50_400;
const PET = { name: 'Rex', categoryId: 1 };
const FREE_QUOTA = Math.min(FREE.perMinute, FREE.perDay);

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Requests of any outcome. The reply to each has the status. */
const ANY_REQUEST: readonly (readonly [status: number, VectorRequest])[] = [
  [200, PETS],
  [200, { method: 'HEAD', ...PETS }],
  [204, { method: 'OPTIONS', ...PETS }],
  [201, { method: 'POST', ...PETS, json: PET }],
  [400, { path: '/pets?limit=0' }],
  [400, { method: 'POST', ...PETS, json: {} }],
  [400, { method: 'POST', ...PETS, body: '{', headers: JSON_TYPE }],
  [400, { path: '/pets/%zz' }],
  [404, { path: '/pets/99' }],
  [404, { path: '/nope' }],
  [405, { method: undeclaredMethodOf('/pets'), ...PETS }],
  [413, { method: 'POST', ...PETS, body: 'x'.repeat(MAX_BODY_BYTES + 1), headers: JSON_TYPE }],
  [415, { method: 'POST', ...PETS, body: 'x', headers: { 'Content-Type': 'text/plain' } }],
];

/** The X-RateLimit headers of the minute and of the day. */
const minuteOf = (limit: number, remaining: number, reset = MINUTE_END) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
});
const dayOf = (limit: number, remaining: number) => minuteOf(limit, remaining, DAY_END);
const refused = (retryAfter: number, headers: object = {}): WantedReply => ({
  status: 429,
  code: 'rate_limited',
  headers: { 'retry-after': String(retryAfter), ...headers },
});
const banned = (retryAfter: number): WantedReply => ({
  ...refused(retryAfter),
  code: 'key_banned',
});
/** Requests of a key whose quota is used up, until it is banned for this time. */
const untilBanned = (seconds: number, afterSeconds = 0) => [
  {
    afterSeconds,
    request: PETS,
    times: BAN.refusalsPerMinute - 1,
    reply: { status: 429, code: 'rate_limited' },
  },
  { request: PETS, reply: banned(seconds) },
];

export const quota: readonly Vector[] = [
  {
    name: 'when a request is admitted, then its reply describes both windows and the tightest',
    quota: { perMinute: 3, perDay: 50 },
    exchanges: [
      {
        request: PETS,
        reply: {
          status: 200,
          headers: {
            ...minuteOf(3, 2),
            'retry-after': null,
            'ratelimit-policy': '"minute";q=3;w=60, "day";q=50;w=86400',
            ratelimit: '"minute";r=2;t=60, "day";r=49;t=50400',
          },
        },
      },
    ],
  },
  ...ANY_REQUEST.map(
    ([status, request]): Vector => ({
      name: `when ${nameOf(request)} is ${status}, then it counts, and is refused without quota`,
      quota: { perMinute: 2, perDay: 50 },
      exchanges: [
        { request: PETS, reply: { status: 200 } },
        { request, reply: { status, headers: { ...minuteOf(2, 0), 'retry-after': null } } },
        { request, reply: { status: 429, headers: { ...minuteOf(2, 0), 'retry-after': '60' } } },
      ],
    }),
  ),
  {
    name: 'when a request is refused, then it has no effect, and counts in neither window',
    quota: { perMinute: 1, perDay: 50 },
    exchanges: [
      { request: PETS, reply: { status: 200 } },
      { request: { method: 'POST', ...PETS, json: PET }, times: 3, reply: refused(60) },
      {
        afterSeconds: 60,
        request: PETS,
        reply: {
          status: 200,
          headers: { ratelimit: '"minute";r=0;t=60, "day";r=48;t=50340' },
          text: '[]',
        },
      },
    ],
  },
  {
    name: 'when the minute is used up, then requests are refused until the next one',
    quota: { perMinute: 2, perDay: 50 },
    exchanges: [
      { request: PETS, times: 2, reply: { status: 200 } },
      {
        afterSeconds: 20,
        request: PETS,
        reply: refused(40, { ratelimit: /^"minute";r=0;t=40, "day";r=48;/ }),
      },
      { afterSeconds: 0.001, request: PETS, reply: refused(40) },
      { afterSeconds: 0.999, request: PETS, reply: refused(39) },
      { afterSeconds: 38.999, request: PETS, reply: refused(1) },
      {
        afterSeconds: 0.001,
        request: PETS,
        times: 2,
        reply: { status: 200, headers: { ratelimit: /^"minute";r=[10];t=60, "day";r=4[76];/ } },
      },
      { request: PETS, reply: refused(60) },
    ],
  },
  {
    name: 'when the day is used up, then requests are refused until the next one',
    quota: { perMinute: 50, perDay: 2 },
    exchanges: [
      { request: PETS, times: 2, reply: { status: 200, headers: { 'x-ratelimit-limit': '2' } } },
      { afterSeconds: 120, request: PETS, reply: refused(50_280, dayOf(2, 0)) },
      { afterSeconds: 50_279.999, request: PETS, reply: refused(1) },
      {
        afterSeconds: 0.001,
        request: PETS,
        reply: { status: 200, headers: { ratelimit: '"minute";r=49;t=60, "day";r=1;t=86400' } },
      },
    ],
  },
  {
    name: 'when the day has fewer requests left than the minute, then the headers describe the day',
    quota: { perMinute: 3, perDay: 5 },
    exchanges: [
      ...[2, 1, 0].map((left) => ({
        request: PETS,
        reply: { status: 200, headers: minuteOf(3, left) },
      })),
      { request: PETS, reply: refused(60, minuteOf(3, 0)) },
      {
        afterSeconds: 60,
        request: PETS,
        reply: { status: 200, headers: dayOf(5, 1) },
      },
      { request: PETS, reply: { status: 200, headers: dayOf(5, 0) } },
      { request: PETS, reply: refused(50_340, dayOf(5, 0)) },
    ],
  },
  {
    name: 'when both windows have as many requests left, then the headers describe the later reset',
    quota: { perMinute: 2, perDay: 2 },
    exchanges: [
      { request: PETS, reply: { status: 200, headers: dayOf(2, 1) } },
      { request: PETS, reply: { status: 200, headers: dayOf(2, 0) } },
      { request: PETS, reply: refused(50_400, dayOf(2, 0)) },
    ],
  },
  {
    name: 'when a key is refused too often in a minute, then it alone is banned, which no request extends',
    quota: { perMinute: 1, perDay: 50 },
    exchanges: [
      { request: PETS, reply: { status: 200 } },
      ...untilBanned(BAN.seconds),
      ...ANY_REQUEST.map(([, request]) => ({
        request,
        reply: { status: 429, headers: { 'retry-after': String(BAN.seconds) } },
      })),
      { request: { ...PETS, key: 'other' }, reply: { status: 200 } },
      {
        request: { ...PETS, key: 'none' },
        reply: { status: 401, headers: { 'x-ratelimit-remaining': String(FREE_QUOTA - 1) } },
      },
      {
        afterSeconds: BAN.seconds - 1,
        request: PETS,
        times: BAN.refusalsPerMinute * 2,
        reply: {
          status: 429,
          code: 'key_banned',
          headers: {
            'retry-after': '1',
            ...minuteOf(1, 0, START + BAN.seconds),
            // what was refused counts in no window
            ratelimit: /^"minute";r=1;.* "day";r=49;/,
          },
        },
      },
      { afterSeconds: 0.999, request: PETS, reply: banned(1) },
      { afterSeconds: 0.001, request: PETS, reply: { status: 200 } },
    ],
  },
  {
    name: 'when a key is refused less often in each of several minutes, then it is not banned',
    quota: { perMinute: 0, perDay: 50 },
    exchanges: Array.from({ length: 4 }, () => ({
      afterSeconds: 60,
      request: PETS,
      times: BAN.refusalsPerMinute - 1,
      reply: refused(60),
    })),
  },
  {
    name: 'when a key is banned again on the same day, then each ban lasts twice as long, up to a maximum',
    quota: { perMinute: 0, perDay: 50 },
    exchanges: [1, 2, 4, 8, 16, 32].flatMap((factor) => [
      ...untilBanned(
        Math.min(BAN.seconds * factor, BAN.maxSeconds),
        factor === 1 ? 0 : Math.min((BAN.seconds * factor) / 2, BAN.maxSeconds),
      ),
    ]),
  },
  {
    name: 'when a key is banned on another day, then the ban is as long as the first',
    quota: { perMinute: 0, perDay: 50 },
    exchanges: [
      ...untilBanned(BAN.seconds),
      ...untilBanned(Math.min(BAN.seconds * 2, BAN.maxSeconds), BAN.seconds),
      ...untilBanned(BAN.seconds, 86_400),
    ],
  },
  {
    name: 'when a ban ends and the quota is used up, then requests are still refused',
    quota: { perMinute: 50, perDay: 0 },
    exchanges: [
      ...untilBanned(BAN.seconds),
      { afterSeconds: BAN.seconds, request: PETS, reply: refused(50_400 - BAN.seconds) },
    ],
  },
  {
    name: 'when requests without a key use up the quota of their address, then valid keys are not affected',
    exchanges: [
      {
        request: { ...PETS, key: 'none' },
        times: FREE_QUOTA,
        reply: {
          status: 401,
          headers: {
            'x-ratelimit-limit': String(FREE.perMinute),
            'ratelimit-policy': `"minute";q=${FREE.perMinute};w=60, "day";q=${FREE.perDay};w=86400`,
          },
        },
      },
      {
        request: { path: '/nope', key: 'invalid' },
        times: BAN.refusalsPerMinute * 2, // no address is banned
        reply: {
          status: 429,
          code: 'rate_limited',
          headers: { 'retry-after': '60', 'www-authenticate': null },
        },
      },
      { request: PETS, reply: { status: 200 } },
      { afterSeconds: 60, request: { ...PETS, key: 'none' }, reply: { status: 401 } },
    ],
  },
];

/** `POST /pets "{"`: distinct for each of these requests. */
function nameOf({ method = 'GET', path = '', json, body }: VectorRequest): string {
  const sent = json === undefined ? String(body ?? '').slice(0, 3) : JSON.stringify(json);
  return `${method} ${path} ${sent}`.trimEnd();
}
