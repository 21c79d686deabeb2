// The log: JSON lines on stdout, buffered for up to 100 ms and written in batches.
//
// A write for each line would take a considerable part of the time of its request. The exit handler writes
// what is left in the buffer; a `kill -9` loses it.
import { type DestinationStream, type Logger, pino } from 'pino';

const BATCH_LENGTH = 8_192;
const FLUSH_INTERVAL_MS = 100;
/** The maximum buffer size while writes fail, such as on a full disk. Later lines are dropped. */
const MAX_BUFFER_BYTES = 1_048_576;

export function createLogger(level: string): Logger {
  return pino({ level }, new LineBatches());
}

/**
 * Lines are joined before sonic-boom, pino's destination, gets them: on each write it measures all that it has buffered, which
 * takes longer than to format a line.
 */
class LineBatches implements DestinationStream {
  readonly #destination = pino.destination({
    sync: true,
    minLength: BATCH_LENGTH, // without it, `flush` would not write again what a full disk refused
    maxLength: MAX_BUFFER_BYTES,
  });
  #lines: string[] = [];
  #length = 0;

  constructor() {
    this.#destination.on('error', () => {}); // a failed write must not stop the service; it is retried
    setInterval(() => this.#flush(), FLUSH_INTERVAL_MS).unref();
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= BATCH_LENGTH) this.#passOn();
  }

  /** pino calls it after a fatal line. sonic-boom's own `flushSync` never returns on a full disk. */
  flushSync(): void {
    this.#flush();
    this.#destination.flush(); // lines that waited for the disk are in chunks; one flush leaves a small last chunk
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#passOn();
    this.#destination.flush();
  }

  #passOn(): void {
    this.#destination.write(this.#lines.join(''));
    this.#lines = [];
    this.#length = 0;
  }
}
