// What people see of work that takes long: a line before it, and on a terminal its seconds until it has ended.
import { writeFileSync } from 'node:fs';

const CLEAR_LINE = '\r\x1b[K';

/** Writes a line to stderr, and to the terminal where npm keeps the output of an installation's scripts to itself. */
export function announce(line) {
  const { stderr, env } = process;
  stderr.write(`${line}\n`);
  if (stderr.isTTY || !/^(?:pre|post)install$/.test(env.npm_lifecycle_event ?? '')) return;
  try {
    writeFileSync('/dev/tty', `${CLEAR_LINE}${line}\n`, { flag: 'r+' });
  } catch {
    // there is no terminal
  }
}

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
