// Progress on stderr: a bar, updated in place, with the rate and the time left on a terminal; otherwise a line every few
// seconds.

const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
/** A terminal of 80 columns has room for the `^C` that it shows after the bar. A line that wraps is not removed. */
const WIDTH = 77;
const MAX_BAR_WIDTH = 30;
const MIN_BAR_WIDTH = 5;
const CLEAR_LINE = '\r\x1b[K';

export interface Progress {
  /** The rate is that since the first call. At the end, the bar is removed. */
  update(done: number, total: number): void;
  /** Writes a line above the bar. */
  print(line: string): void;
  /** Removes the bar before the end. */
  end(): void;
}

/**
 * @param verb The action, such as `copying`.
 * @param unit What is counted, such as `rows`.
 */
export function showProgress(verb: string, unit: string): Progress {
  const { stderr } = process;
  const isTerminal = stderr.isTTY === true;
  const intervalMs = isTerminal ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS;
  let start: { done: number; ms: number } | undefined;
  let shownMs = isTerminal ? Number.NEGATIVE_INFINITY : performance.now();
  let bar = '';

  const draw = (text: string) => stderr.write(`${CLEAR_LINE}${text}`);
  const end = () => {
    if (bar !== '') draw('');
    bar = '';
  };
  return {
    end,
    update(done, total) {
      const nowMs = performance.now();
      start ??= { done, ms: nowMs };
      if (done >= total) return end();
      if (nowMs - shownMs < intervalMs) return;
      shownMs = nowMs;
      const percent = `${Math.floor((done / total) * 100)} %`;
      const counts = `${formatCount(done)} of ${formatCount(total)} ${unit}`;
      const rest = [counts, ...rateOf(done - start.done, nowMs - start.ms, total - done)];
      if (!isTerminal) {
        stderr.write(`${verb}: ${[percent, ...rest].join(', ')}\n`);
        return;
      }
      const text = [percent.padStart(5), ...rest].join('  ');
      const width = Math.min(MAX_BAR_WIDTH, WIDTH - `${verb}  []  ${text}`.length);
      bar =
        width < MIN_BAR_WIDTH
          ? `${verb}  ${text}`
          : `${verb}  ${toBar(done / total, width)}  ${text}`;
      draw(bar);
    },
    print(line) {
      stderr.write(bar === '' ? `${line}\n` : `${CLEAR_LINE}${line}\n${bar}`);
    },
  };
}

function rateOf(done: number, ms: number, left: number): string[] {
  if (done === 0 || ms === 0) return [];
  const perMs = done / ms;
  return [`${formatCount(Math.round(perMs * 1_000))}/s`, `${toDuration(left / perMs)} left`];
}

function toBar(part: number, width: number): string {
  const filled = Math.floor(part * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}

/** `1:05` or `2:01:05`. */
function toDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3_600);
  const [first, ...others] = hours > 0 ? [hours, ...parts] : parts;
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':');
}

/** With a comma before each group of three digits. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
