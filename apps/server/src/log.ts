// Owns the log: JSON lines on stdout. Lines are gathered for a moment and written together, since a write for each would
// cost a good part of the request that it tells of. The end of the process writes what is left; a kill -9 loses it.
import { type Logger, pino } from 'pino';

const GATHER_BYTES = 8_192;
const GATHER_MS = 100;

export function openLog(level: string): Logger {
  return pino(
    { level },
    pino.destination({ sync: false, minLength: GATHER_BYTES, periodicFlush: GATHER_MS }),
  );
}
