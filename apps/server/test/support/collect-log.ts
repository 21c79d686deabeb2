// In-memory log destination. A request is logged after its response is sent, so tests wait for the entry.
import { EventEmitter, once } from 'node:events';
import { Writable } from 'node:stream';

export interface CollectedLog {
  stream: Writable;
  /** Raw log lines. */
  lines: string[];
  /** Waits for the first entry that matches. */
  find(matches: (entry: LogEntry) => boolean): Promise<LogEntry>;
}

export type LogEntry = Readonly<Record<string, unknown>>;

export function collectLog(): CollectedLog {
  const lines: string[] = [];
  const written = new EventEmitter();
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      lines.push(text);
      written.emit('line');
      done();
    },
  });
  return {
    stream,
    lines,
    async find(matches) {
      for (;;) {
        const entry = lines.map(parseLine).find(matches);
        if (entry) return entry;
        await once(written, 'line');
      }
    },
  };
}

/** @throws if the text is not exactly one line of JSON. */
export function parseLine(text: string): LogEntry {
  if (text.indexOf('\n') !== text.length - 1) throw new Error(`not a single line: ${text}`);
  return JSON.parse(text);
}
