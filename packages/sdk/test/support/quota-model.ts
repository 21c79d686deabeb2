// Model of the service's quota on virtual time: two fixed windows, refusals and bans.
import { document } from '@animal-store/contract';
import type { Clock } from '../../src/clock.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Time that passes only when nothing else can run. */
export interface VirtualTime extends Clock {
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
        const next = timers.reduce<(typeof timers)[number] | undefined>(
          (first, timer) => (first && first.atMs <= timer.atMs ? first : timer),
          undefined,
        );
        if (!next) continue; // a response is being read
        timers = timers.filter((timer) => timer !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.end();
      }
    },
  };
}

/** Makes the process a page, whose messages to other tabs arrive after the delay, until the result is called. */
export function openTabs(time: VirtualTime, delayMs: () => number): () => void {
  const channels = new Set<Channel>();
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | undefined;
    constructor(readonly name: string) {
      channels.add(this);
    }
    postMessage(message: unknown) {
      const data = structuredClone(message);
      for (const channel of channels)
        if (channel !== this && channel.name === this.name)
          void time.sleep(delayMs()).then(() => channel.onmessage?.({ data }));
    }
  }
  const { BroadcastChannel } = globalThis;
  Object.assign(globalThis, { BroadcastChannel: Channel, window: { document: {} } });
  return () => {
    Object.assign(globalThis, { BroadcastChannel });
    Reflect.deleteProperty(globalThis, 'window');
  };
}

export interface QuotaModel {
  fetch: typeof globalThis.fetch;
  admitted: number;
  refused: number;
  isBanned: boolean;
  peak: number;
}

/** @param latencyMs Of each way of a request. */
export function createQuotaModel(
  time: VirtualTime,
  quota: { perMinute: number; perDay: number; used?: number },
  latencyMs: () => number,
): QuotaModel {
  const start = Math.floor(time.now() / MINUTE_MS) * MINUTE_MS;
  const minute = { start, count: quota.used ?? 0, refused: 0 };
  const windows = { minute, day: { start: 0, count: 0 } };
  let inFlight = 0;

  function roll(): { minuteReset: number; dayReset: number } {
    const minute = Math.floor(time.now() / MINUTE_MS) * MINUTE_MS;
    const day = Math.floor(time.now() / DAY_MS) * DAY_MS;
    if (windows.minute.start !== minute) windows.minute = { start: minute, count: 0, refused: 0 };
    if (windows.day.start !== day) windows.day = { start: day, count: 0 };
    const seconds = (endMs: number) => Math.ceil((endMs - time.now()) / 1000);
    return { minuteReset: seconds(minute + MINUTE_MS), dayReset: seconds(day + DAY_MS) };
  }

  const model: QuotaModel = {
    admitted: 0,
    refused: 0,
    isBanned: false,
    peak: 0,
    async fetch() {
      inFlight += 1;
      model.peak = Math.max(model.peak, inFlight);
      await time.sleep(latencyMs());
      const { minuteReset, dayReset } = roll();
      const { minute, day } = windows;
      const isAdmitted = minute.count < quota.perMinute && day.count < quota.perDay;
      if (isAdmitted) {
        minute.count += 1;
        day.count += 1;
        model.admitted += 1;
      } else {
        minute.refused += 1;
        model.refused += 1;
        model.isBanned ||= minute.refused >= refusalsPerMinute;
      }
      const headers: Record<string, string> = {
        RateLimit: `"minute";r=${quota.perMinute - minute.count};t=${minuteReset}, "day";r=${quota.perDay - day.count};t=${dayReset}`,
      };
      if (!isAdmitted)
        headers['Retry-After'] = `${day.count < quota.perDay ? minuteReset : dayReset}`;
      await time.sleep(latencyMs());
      inFlight -= 1;
      return isAdmitted
        ? new Response('[]', { headers })
        : new Response('{}', { status: 429, headers });
    },
  };
  return model;
}
