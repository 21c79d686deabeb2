// Seconds of work that takes long, counted on a terminal until it has ended. Elsewhere nothing is shown.
const CLEAR_LINE = '\r\x1b[K';

/** @template T @param {string} what @param {Promise<T>} work @returns {Promise<T>} */
export async function showSeconds(what, work) {
  const startMs = performance.now();
  const { stderr } = process;
  const draw = () =>
    stderr.write(`${CLEAR_LINE}${what}: ${Math.round((performance.now() - startMs) / 1_000)} s`);
  const timer = stderr.isTTY ? setInterval(draw, 1_000) : undefined;
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (timer !== undefined) stderr.write(CLEAR_LINE);
  }
}
