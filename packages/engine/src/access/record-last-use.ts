// Last use of publishable keys, which `keys list` shows. The counts of other keys include it, but those of publishable keys
// belong to client addresses.
import { NO_COUNTS } from '@animal-store/core/rate-limit';
import type { Clock } from '../lib/clock.js';
import { type Caller, subjectOfKey } from '../model.js';
import type { CounterStore } from '../storage/stores/counter-store.js';

const SAVE_INTERVAL_MS = 60_000;

export function recordLastUse(
  counters: CounterStore,
  clock: Clock,
): (caller: Caller | undefined) => void {
  /** By key. Its size is bounded, because the operator issues the keys. */
  const savedMs = new Map<string, number>();
  return (caller) => {
    if (!caller?.isPublishable) return;
    const nowMs = clock();
    const ageMs = Math.abs(nowMs - (savedMs.get(caller.id) ?? Number.NEGATIVE_INFINITY));
    if (ageMs < SAVE_INTERVAL_MS) return;
    savedMs.set(caller.id, nowMs);
    counters.save(subjectOfKey(caller.id), NO_COUNTS, nowMs).catch(() => {}); // /readyz reports the failure
  };
}
