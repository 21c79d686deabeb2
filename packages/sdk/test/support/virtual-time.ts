// The mock's quota on virtual time.
import type { Quota } from '@animal-store/core';
import { type Decision, rateLimitHeaders, requireQuota } from '@animal-store/core/rate-limit';
import type { Clock } from '../../src/platform/clock.js';
import { QuotaCounter } from '../../src/testing/quota.js';
import { errorReply, putHeaders, type Reply, toResponse } from '../../src/testing/reply.js';

/** Time that passes only when nothing else can run. */
interface VirtualTime extends Clock {
  /** Runs until the promise settles. */
  run(done: Promise<unknown>): Promise<void>;
}

export function createVirtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  let timers: { atMs: number; end: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        const timer = { atMs: nowMs + delayMs, end: resolve };
        timers.push(timer);
        signal?.addEventListener('abort', () => {
          timers = timers.filter((other) => other !== timer);
          resolve();
        });
      }),
    async run(done) {
      let isDone = false;
      const finish = () => {
        isDone = true;
      };
      done.then(finish, finish);
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (isDone) return;
        const next = timers.sort((one, other) => one.atMs - other.atMs).shift();
        if (!next) continue; // a response is being read
        nowMs = Math.max(nowMs, next.atMs);
        next.end();
      }
    },
  };
}

interface QuotaModel {
  fetch: typeof globalThis.fetch;
  admitted: number;
  refused: number;
  /** By the number of the UTC minute. */
  refusedByMinute: Map<number, number>;
  isBanned: boolean;
  peak: number;
}

const NO_ANIMALS = { status: 200, mediaType: 'application/json', body: [] };

/** @param latencyMs Of each way of a request. */
export function createQuotaModel(
  time: VirtualTime,
  quota: Quota,
  latencyMs: () => number,
  used = 0,
): QuotaModel {
  const counter = new QuotaCounter(quota);
  const count = () => counter.count('key', time.now());
  for (let index = 0; index < used; index += 1) count();
  let inFlight = 0;
  const model: QuotaModel = {
    admitted: 0,
    refused: 0,
    refusedByMinute: new Map(),
    isBanned: false,
    peak: 0,
    async fetch() {
      inFlight += 1;
      model.peak = Math.max(model.peak, inFlight);
      await time.sleep(latencyMs());
      const decision = count();
      const isRefused = decision.outcome !== 'admitted';
      model[isRefused ? 'refused' : 'admitted'] += 1;
      const minute = Math.floor(time.now() / 60_000);
      const refused = model.refusedByMinute.get(minute) ?? 0;
      model.refusedByMinute.set(minute, refused + (isRefused ? 1 : 0));
      model.isBanned ||= decision.outcome === 'key_banned';
      await time.sleep(latencyMs());
      inFlight -= 1;
      return toResponse(replyTo(decision), headersOf(decision), false);
    },
  };
  return model;
}

function replyTo(decision: Decision): Reply {
  try {
    requireQuota(decision);
    return NO_ANIMALS;
  } catch (thrown) {
    return errorReply(thrown);
  }
}

function headersOf(decision: Decision): Headers {
  const headers = new Headers();
  putHeaders(headers, rateLimitHeaders(decision));
  return headers;
}
