// Vectors of the quota: headers, refusals, bans, and the windows in which they end.
import type { Quota } from '@animal-store/core';
import { BAN, FREE, undeclaredMethodOf } from '../limits.js';
import { JSON_TYPE, POST, REX, TOO_LARGE } from '../requests.js';
import type { Exchange, Vector, VectorRequest, WantedReply } from '../vector.js';

const PETS = { path: '/pets' };
/** Unix seconds of the first request, and of the ends of its minute and of its day. */
const START = Date.UTC(2026, 10, 20, 10) / 1000;
const MINUTE_END = START + 60;
const DAY_END = START + 50_400;
const FREE_QUOTA = Math.min(FREE.perMinute, FREE.perDay);

/** Requests of any outcome. The reply to each has the status. */
const ANY_REQUEST: readonly (readonly [status: number, VectorRequest])[] = [
  [200, PETS],
  [200, { method: 'HEAD', ...PETS }],
  [204, { method: 'OPTIONS', ...PETS }],
  [201, { ...POST, json: REX }],
  [400, { path: '/pets?limit=0' }],
  [400, { ...POST, json: {} }],
  [400, { ...POST, body: '{', headers: JSON_TYPE }],
  [400, { path: '/pets/%zz' }],
  [404, { path: '/pets/99' }],
  [404, { path: '/nope' }],
  [405, { method: undeclaredMethodOf('/pets'), ...PETS }],
  [413, { ...POST, body: TOO_LARGE, headers: JSON_TYPE }],
  [415, { ...POST, body: 'x', headers: { 'Content-Type': 'text/plain' } }],
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
const banned = (retryAfter: number, headers: object = {}): WantedReply => ({
  ...refused(retryAfter, headers),
  code: 'key_banned',
});
const admitted = (headers: WantedReply['headers'] = {}): WantedReply => ({ status: 200, headers });
const after = (afterSeconds: number, reply: WantedReply, times = 1): Exchange => ({
  afterSeconds,
  request: PETS,
  times,
  reply,
});
const next = (reply: WantedReply, times = 1) => after(0, reply, times);
/** Requests of a key whose quota is used up, until it is banned for this time. */
const untilBanned = (seconds: number, afterSeconds = 0) => [
  after(afterSeconds, { status: 429, code: 'rate_limited' }, BAN.refusalsPerMinute - 1),
  next(banned(seconds)),
];
const limited = (name: string, quota: Quota, ...exchanges: Exchange[]): Vector => ({
  name,
  quota,
  exchanges,
});

export const quota: readonly Vector[] = [
  limited(
    'when a request is admitted, then its reply describes both windows and the tightest',
    { perMinute: 3, perDay: 50 },
    next(
      admitted({
        ...minuteOf(3, 2),
        'retry-after': null,
        'ratelimit-policy': '"minute";q=3;w=60, "day";q=50;w=86400',
        ratelimit: '"minute";r=2;t=60, "day";r=49;t=50400',
      }),
    ),
  ),
  ...ANY_REQUEST.map(([status, request]) =>
    limited(
      `when ${nameOf(request)} is ${status}, then it counts, and is refused without quota`,
      { perMinute: 2, perDay: 50 },
      next({ status: 200 }),
      { request, reply: { status, headers: { ...minuteOf(2, 0), 'retry-after': null } } },
      { request, reply: { status: 429, headers: { ...minuteOf(2, 0), 'retry-after': '60' } } },
    ),
  ),
  limited(
    'when a request is refused, then it has no effect, and counts in neither window',
    { perMinute: 1, perDay: 50 },
    next({ status: 200 }),
    { request: { ...POST, json: REX }, times: 3, reply: refused(60) },
    after(60, {
      ...admitted({ ratelimit: '"minute";r=0;t=60, "day";r=48;t=50340' }),
      text: '[]',
    }),
  ),
  limited(
    'when the minute is used up, then requests are refused until the next one',
    { perMinute: 2, perDay: 50 },
    next({ status: 200 }, 2),
    after(20, refused(40, { ratelimit: /^"minute";r=0;t=40, "day";r=48;/ })),
    after(0.001, refused(40)),
    after(0.999, refused(39)),
    after(38.999, refused(1)),
    after(0.001, admitted({ ratelimit: /^"minute";r=[10];t=60, "day";r=4[76];/ }), 2),
    next(refused(60)),
  ),
  limited(
    'when the day is used up, then requests are refused until the next one',
    { perMinute: 50, perDay: 2 },
    next(admitted({ 'x-ratelimit-limit': '2' }), 2),
    after(120, refused(50_280, dayOf(2, 0))),
    after(50_279.999, refused(1)),
    after(0.001, admitted({ ratelimit: '"minute";r=49;t=60, "day";r=1;t=86400' })),
  ),
  limited(
    'when the day has fewer requests left than the minute, then the headers describe the day',
    { perMinute: 3, perDay: 5 },
    ...[2, 1, 0].map((left) => next(admitted(minuteOf(3, left)))),
    next(refused(60, minuteOf(3, 0))),
    after(60, admitted(dayOf(5, 1))),
    next(admitted(dayOf(5, 0))),
    next(refused(50_340, dayOf(5, 0))),
  ),
  limited(
    'when both windows have as many requests left, then the headers describe the later reset',
    { perMinute: 2, perDay: 2 },
    next(admitted(dayOf(2, 1))),
    next(admitted(dayOf(2, 0))),
    next(refused(50_400, dayOf(2, 0))),
  ),
  limited(
    'when a key is refused too often in a minute, then it alone is banned, which no request extends',
    { perMinute: 1, perDay: 50 },
    next({ status: 200 }),
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
    after(
      BAN.seconds - 1,
      banned(1, {
        ...minuteOf(1, 0, START + BAN.seconds),
        ratelimit: /^"minute";r=1;.* "day";r=49;/, // what was refused counts in no window
      }),
      BAN.refusalsPerMinute * 2,
    ),
    after(0.999, banned(1)),
    after(0.001, { status: 200 }),
  ),
  limited(
    'when a key is refused less often in each of several minutes, then it is not banned',
    { perMinute: 0, perDay: 50 },
    ...Array.from({ length: 4 }, () => after(60, refused(60), BAN.refusalsPerMinute - 1)),
  ),
  limited(
    'when a key is banned again on the same day, then each ban lasts twice as long, up to a maximum',
    { perMinute: 0, perDay: 50 },
    ...[1, 2, 4, 8, 16, 32].flatMap((factor) =>
      untilBanned(
        Math.min(BAN.seconds * factor, BAN.maxSeconds),
        factor === 1 ? 0 : Math.min((BAN.seconds * factor) / 2, BAN.maxSeconds),
      ),
    ),
  ),
  limited(
    'when a key is banned on another day, then the ban is as long as the first',
    { perMinute: 0, perDay: 50 },
    ...untilBanned(BAN.seconds),
    ...untilBanned(Math.min(BAN.seconds * 2, BAN.maxSeconds), BAN.seconds),
    ...untilBanned(BAN.seconds, 86_400),
  ),
  limited(
    'when a ban ends and the quota is used up, then requests are still refused',
    { perMinute: 50, perDay: 0 },
    ...untilBanned(BAN.seconds),
    after(BAN.seconds, refused(50_400 - BAN.seconds)),
  ),
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
        reply: refused(60, { 'www-authenticate': null }),
      },
      next({ status: 200 }),
      { afterSeconds: 60, request: { ...PETS, key: 'none' }, reply: { status: 401 } },
    ],
  },
];

/** `POST /pets "{"`: distinct for each of these requests. */
function nameOf({ method = 'GET', path = '', json, body }: VectorRequest): string {
  const sent = json === undefined ? String(body ?? '').slice(0, 3) : JSON.stringify(json);
  return `${method} ${path} ${sent}`.trimEnd();
}
