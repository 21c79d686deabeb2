// Owns the adding up of admissions, of one minute and one day.
import type { Counts } from '../../storage/store.js';

export type Admissions = Pick<Counts, 'minute' | 'minuteCount' | 'day' | 'dayCount'>;

/** One admission in the windows of these counts. */
export function oneIn({ minute, day }: Admissions): Admissions {
  return { minute, minuteCount: 1, day, dayCount: 1 };
}

export class Tally {
  #sum: Admissions = { minute: 0, minuteCount: 0, day: 0, dayCount: 0 };

  inMinute(minute: number): number {
    return this.#sum.minute === minute ? this.#sum.minuteCount : 0;
  }

  inDay(day: number): number {
    return this.#sum.day === day ? this.#sum.dayCount : 0;
  }

  get isEmpty(): boolean {
    return this.#sum.dayCount === 0;
  }

  /** Those of an earlier window than the last are past. */
  add({ minute, minuteCount, day, dayCount }: Admissions): void {
    const sum = this.#sum;
    const isStart = day < sum.day - 1; // the clock of the last was not believed
    if (isStart || minute > sum.minute) {
      sum.minute = minute;
      sum.minuteCount = 0;
    }
    if (isStart || day > sum.day) {
      sum.day = day;
      sum.dayCount = 0;
    }
    if (minute === sum.minute) sum.minuteCount += minuteCount;
    if (day === sum.day) sum.dayCount += dayCount;
  }

  subtract({ minute, minuteCount, day, dayCount }: Admissions): void {
    const sum = this.#sum;
    if (minute === sum.minute) sum.minuteCount = Math.max(0, sum.minuteCount - minuteCount);
    if (day === sum.day) sum.dayCount = Math.max(0, sum.dayCount - dayCount);
  }

  /** All of it; afterwards it is empty. */
  take(): Admissions {
    const taken = { ...this.#sum };
    this.#sum.minuteCount = 0;
    this.#sum.dayCount = 0;
    return taken;
  }
}
