// The log on stdout: JSON lines, or text for people, buffered for up to 100 ms and written in batches.
//
// A write for each line would take a considerable part of the time of its request. The exit handler writes
// what is left in the buffer; a `kill -9` loses it.
import { type DestinationStream, type Logger, pino } from 'pino';
import { printable } from '../lib/printable.js';
import { StorageFullError } from '../model.js';

export type LogFormat = 'json' | 'text';

const BATCH_LENGTH = 8_192;
const FLUSH_INTERVAL_MS = 100;
/** The maximum buffer size while writes fail, such as on a full disk. Later lines are dropped. */
const MAX_BUFFER_BYTES = 1_048_576;

/** By level. Others have none. */
const LABELS: Readonly<Record<string, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

export function createLogger(level: string, format: LogFormat = defaultFormat()): Logger {
  const serializers = { err: serializeError };
  return pino({ level, serializers }, new LineBatches(format === 'text' ? toText : (line) => line));
}

/**
 * Returns a function that writes a line of level info whose fields are JSON already, in half the time that pino takes to look at
 * the values.
 * @param log Its level and bindings are read once.
 */
export function createJsonLog(log: Logger): (fields: string, message: string) => void {
  if (!log.isLevelEnabled('info')) return () => {};
  const destination = destinationOf(log);
  const start = `{"level":${log.levels.values.info},"time":`;
  const bindings: string = Reflect.get(log, pino.symbols.chindingsSym); // `,"pid":1,"hostname":"a"`
  return (fields, message) =>
    destination.write(`${start}${Date.now()}${bindings},${fields},"msg":"${message}"}\n`);
}

/** A log of the same lines, from each of which `redact` removes secrets. */
export function redactLines(log: Logger, redact: (line: string) => string): Logger {
  const destination = destinationOf(log);
  const redacted = log.child({});
  const write = (line: string) => destination.write(redact(line));
  Reflect.set(redacted, pino.symbols.streamSym, { write });
  return redacted;
}

function destinationOf(log: Logger): DestinationStream {
  return Reflect.get(log, pino.symbols.streamSym);
}

/** Without a stack for a full disk, which every refused write would repeat. */
function serializeError(error: Error): object {
  if (!(error instanceof StorageFullError)) return pino.stdSerializers.err(error);
  return { type: error.name, message: error.message };
}

/** Text on a terminal. */
export function defaultFormat(): LogFormat {
  return process.stdout.isTTY ? 'text' : 'json';
}

/** A line of JSON as text, such as `12:30:01  GET /v1/items 200  1.2 ms  key_…`. An error's stack follows, indented. */
export function toText(line: string): string {
  const entry: Record<string, unknown> = JSON.parse(line);
  const { level, time, pid, hostname, msg, err, ...fields } = entry;
  const text = msg === 'request' ? requestText(fields) : `${msg}${fieldsText(fields)}`;
  const details = Object(err);
  const stack = String(details.stack ?? details.message ?? '')
    .split('\n')
    .filter(Boolean);
  const first = `${new Date(Number(time)).toTimeString().slice(0, 8)}  ${LABELS[String(level)] ?? ''}${text}`;
  return [first, ...stack.map((frame) => `    ${frame}`)]
    .map((one) => `${printable(one)}\n`)
    .join('');
}

function requestText(fields: Record<string, unknown>): string {
  const {
    method,
    url,
    status = 'no reply',
    code,
    durationMs,
    client,
    keyId = client,
    details,
  } = fields;
  const faults = Array.isArray(details) ? details.map((each) => ` ${each.path} ${each.code}`) : [];
  return `${method} ${url} ${[status, code].filter(Boolean).join(' ')}${faults}  ${durationMs} ms  ${keyId}`;
}

function fieldsText(fields: Record<string, unknown>): string {
  const texts = Object.entries(fields).map(
    ([name, value]) => `  ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  return texts.join('');
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
  readonly #format: (line: string) => string;
  #lines: string[] = [];
  #length = 0;

  constructor(format: (line: string) => string) {
    this.#format = format;
    this.#destination.on('error', () => {}); // a failed write must not stop the service; it is retried
    setInterval(() => this.#flush(), FLUSH_INTERVAL_MS).unref();
    process.once('exit', () => this.flushSync());
  }

  write(json: string): void {
    const line = this.#format(json);
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
