// Collects the server's log, and waits for lines of it: a request is logged when its reply is over, which its client may
// hear of first.
import { EventEmitter, once } from 'node:events';
import { Writable } from 'node:stream';

export interface CollectedLog {
  stream: Writable;
  /** The lines as they were written. */
  lines: string[];
  /** The first line that satisfies, as soon as there is one. */
  find(wanted: (entry: LogEntry) => boolean): Promise<LogEntry>;
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
    async find(wanted) {
      for (;;) {
        const entry = lines.map(parseLine).find(wanted);
        if (entry) return entry;
        await once(written, 'line');
      }
    },
  };
}

/** @throws if it is not one JSON object on one line. */
export function parseLine(text: string): LogEntry {
  if (text.indexOf('\n') !== text.length - 1) throw new Error(`not one line: ${text}`);
  return JSON.parse(text);
}
