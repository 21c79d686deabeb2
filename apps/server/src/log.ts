// Owns the log: JSON lines on stdout. Lines are gathered for a moment and written together, since a write for each would
// cost a good part of the request that it tells of. The end of the process writes what is left; a kill -9 loses it.
import { type Logger, pino } from 'pino';

const GATHER_BYTES = 8_192;
const GATHER_MS = 100;
/** So many wait for a disk that is full; what comes after them is lost. */
const WAITING_BYTES = 1_048_576;

export function openLog(level: string): Logger {
  const destination = pino.destination({
    sync: true,
    minLength: GATHER_BYTES,
    maxLength: WAITING_BYTES,
    periodicFlush: GATHER_MS,
  });
  destination.on('error', () => {}); // a log that cannot be written must not stop the service; it is tried again
  const writeOut = () => {
    destination.flush();
    destination.flush(); // what waited for a disk is in parts, of which it leaves a small last one
  };
  destination.flushSync = writeOut; // called after a fatal line: its own goes on for ever on a full disk
  process.once('exit', writeOut);
  return pino({ level }, destination);
}
