// Progress on stderr, with the rate and the time left: a line that is updated in place on a terminal, otherwise a line every few
// seconds.

const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
const CLEAR_LINE = '\r\x1b[K';

export interface Progress {
  /** The rate is that since the first call. At the end, the line is removed. @param total Undefined if it is not known. */
  update(done: number, total?: number): void;
  /** Writes a line above that of the progress. */
  print(line: string): void;
  /** Removes the line before the end. */
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
  /** On a terminal: what is shown. */
  let shown = '';

  const end = () => {
    if (shown !== '') stderr.write(CLEAR_LINE);
    shown = '';
  };
  return {
    end,
    update(done, total) {
      const nowMs = performance.now();
      start ??= { done, ms: nowMs };
      if (total !== undefined && done >= total) return end();
      if (nowMs - shownMs < intervalMs) return;
      shownMs = nowMs;
      const parts =
        total === undefined
          ? [`${formatCount(done)} ${unit}`]
          : [
              `${Math.floor((done / total) * 100)} %`,
              `${formatCount(done)} of ${formatCount(total)} ${unit}`,
              ...rateOf(done - start.done, nowMs - start.ms, total - done),
            ];
      const text = `${verb}: ${parts.join(', ')}`;
      if (isTerminal) shown = text;
      stderr.write(isTerminal ? `${CLEAR_LINE}${text}` : `${text}\n`);
    },
    print(line) {
      stderr.write(shown === '' ? `${line}\n` : `${CLEAR_LINE}${line}\n${shown}`);
    },
  };
}

function rateOf(done: number, ms: number, left: number): string[] {
  if (done === 0 || ms === 0) return [];
  const perMs = done / ms;
  const seconds = Math.ceil(left / perMs / 1_000);
  const time = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return [`${formatCount(Math.round(perMs * 1_000))}/s`, `${time} left`];
}

/** With a comma before each group of three digits. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
