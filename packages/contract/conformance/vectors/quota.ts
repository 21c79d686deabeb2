// Vectors of the quota: headers, refusals, bans, and the windows in which they end.
import { BAN, FREE, undeclaredMethodOf } from '../limits.js';
import type { Vector } from '../vector.js';

const PETS = { path: '/pets' };
const DAY_RESET = /^\d{2,}$/;

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
            'x-ratelimit-limit': '3',
            'x-ratelimit-remaining': '2',
            'x-ratelimit-reset': /^\d{10}$/,
            'ratelimit-policy': '"minute";q=3;w=60, "day";q=50;w=86400',
            ratelimit: /^"minute";r=2;t=60, "day";r=49;t=\d+$/,
          },
        },
      },
    ],
  },
  {
    name: 'when requests fail, then they count too',
    quota: { perMinute: 5, perDay: 50 },
    exchanges: [
      { request: { path: '/nope' }, reply: { status: 404 } },
      {
        request: { method: undeclaredMethodOf('/pets'), path: '/pets' },
        reply: { status: 405 },
      },
      { request: { path: '/pets?x=1' }, reply: { status: 400 } },
      { request: { method: 'OPTIONS', path: '/pets' }, reply: { status: 204 } },
      { request: PETS, reply: { status: 200, headers: { 'x-ratelimit-remaining': '0' } } },
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
        reply: {
          status: 429,
          code: 'rate_limited',
          headers: {
            'retry-after': '40',
            'x-ratelimit-remaining': '0',
            ratelimit: /^"minute";r=0;t=40, "day";r=48;/,
          },
        },
      },
      { afterSeconds: 39, request: PETS, reply: { status: 429, headers: { 'retry-after': '1' } } },
      {
        afterSeconds: 1,
        request: PETS,
        reply: { status: 200, headers: { ratelimit: /^"minute";r=1;t=60, "day";r=47;/ } },
      },
    ],
  },
  {
    name: 'when the day is used up, then requests are refused until the next one',
    quota: { perMinute: 50, perDay: 2 },
    exchanges: [
      { request: PETS, times: 2, reply: { status: 200, headers: { 'x-ratelimit-limit': '2' } } },
      {
        afterSeconds: 120,
        request: PETS,
        reply: { status: 429, code: 'rate_limited', headers: { 'retry-after': DAY_RESET } },
      },
      { afterSeconds: 86_400, request: PETS, reply: { status: 200 } },
    ],
  },
  {
    name: 'when the quota is used up, then 429 wins over every other error',
    quota: { perMinute: 1, perDay: 50 },
    exchanges: [
      { request: PETS, reply: { status: 200 } },
      { request: { path: '/nope' }, reply: { status: 429 } },
      {
        request: { path: '/pets/1' },
        reply: { status: 429, headers: { deprecation: /^@\d+$/, sunset: / GMT$/ } },
      },
      { request: { method: 'OPTIONS', path: '/pets' }, reply: { status: 429 } },
      { request: { method: 'POST', path: '/pets', body: 'x' }, reply: { status: 429 } },
    ],
  },
  {
    name: 'when a key is refused too often within a minute, then it is banned, and no request extends the ban',
    quota: { perMinute: 1, perDay: 50 },
    exchanges: [
      { request: PETS, reply: { status: 200 } },
      {
        request: PETS,
        times: BAN.refusalsPerMinute - 1,
        reply: { status: 429, code: 'rate_limited' },
      },
      {
        request: PETS,
        reply: {
          status: 429,
          code: 'key_banned',
          headers: { 'retry-after': String(BAN.seconds), 'x-ratelimit-remaining': '0' },
        },
      },
      {
        afterSeconds: BAN.seconds - 1,
        request: PETS,
        times: BAN.refusalsPerMinute * 2,
        reply: { status: 429, code: 'key_banned', headers: { 'retry-after': '1' } },
      },
      { afterSeconds: 1, request: PETS, reply: { status: 200 } },
    ],
  },
  {
    name: 'when a key is banned again on the same day, then the ban lasts twice as long',
    quota: { perMinute: 0, perDay: 50 },
    exchanges: [
      { request: PETS, times: BAN.refusalsPerMinute - 1, reply: { status: 429 } },
      { request: PETS, reply: { status: 429, code: 'key_banned' } },
      {
        afterSeconds: BAN.seconds,
        request: PETS,
        times: BAN.refusalsPerMinute - 1,
        reply: { status: 429, code: 'rate_limited' },
      },
      {
        request: PETS,
        reply: {
          status: 429,
          code: 'key_banned',
          headers: { 'retry-after': String(Math.min(BAN.seconds * 2, BAN.maxSeconds)) },
        },
      },
    ],
  },
  {
    name: 'when a key has used up its quota, then another key has its own',
    quota: { perMinute: 1, perDay: 50 },
    exchanges: [
      { request: PETS, reply: { status: 200 } },
      { request: PETS, reply: { status: 429 } },
      { request: { ...PETS, key: 'other' }, reply: { status: 200 } },
    ],
  },
  {
    name: 'when requests without a key use up the quota of their address, then valid keys are not affected',
    exchanges: [
      {
        request: { ...PETS, key: 'none' },
        times: Math.min(FREE.perMinute, FREE.perDay),
        reply: { status: 401 },
      },
      {
        request: { ...PETS, key: 'invalid' },
        times: BAN.refusalsPerMinute + 1,
        reply: {
          status: 429,
          code: 'rate_limited',
          headers: { 'retry-after': /^\d+$/, 'www-authenticate': null },
        },
      },
      { request: PETS, reply: { status: 200 } },
      { afterSeconds: 86_400, request: { ...PETS, key: 'none' }, reply: { status: 401 } },
    ],
  },
];
