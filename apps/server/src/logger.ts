// The log: JSON lines on stdout, buffered for up to 100 ms and written in batches.
//
// A write for each line would take a considerable part of the time of its request. The exit handler writes
// what is left in the buffer; a `kill -9` loses it.
import { type Logger, pino } from 'pino';

const MIN_WRITE_BYTES = 8_192;
const FLUSH_INTERVAL_MS = 100;
/** The maximum buffer size while writes fail, such as on a full disk. Later lines are dropped. */
const MAX_BUFFER_BYTES = 1_048_576;

export function createLogger(level: string): Logger {
  const destination = pino.destination({
    sync: true,
    minLength: MIN_WRITE_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  destination.on('error', () => {}); // a failed write must not stop the service; it is retried
  const flushAll = () => {
    destination.flush();
    destination.flush(); // lines that waited for the disk are in chunks; one flush leaves a small last chunk
  };
  destination.flushSync = flushAll; // pino calls it after a fatal line; the original never returns on a full disk
  process.once('exit', flushAll);
  return pino({ level }, destination);
}
