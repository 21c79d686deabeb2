// Log of a handler, for one request: its lines have fields of the request log, and show no API key.
import type { Logger } from 'pino';

type Line = [message: string] | [fields: object, message: string];

/** As pino's, which is not created for a request that logs nothing: that takes microseconds. */
export class HandlerLog {
  readonly #log: Logger;
  readonly #fields: object;
  #child: Logger | undefined;

  /** @param log Of redactLines. @param fields Of each line. */
  constructor(log: Logger, fields: object) {
    this.#log = log;
    this.#fields = fields;
  }

  debug(...line: Line): void {
    this.#write('debug', line);
  }

  info(...line: Line): void {
    this.#write('info', line);
  }

  warn(...line: Line): void {
    this.#write('warn', line);
  }

  error(...line: Line): void {
    this.#write('error', line);
  }

  #write(level: 'debug' | 'info' | 'warn' | 'error', [first, message]: Line): void {
    this.#child ??= this.#log.child(this.#fields);
    this.#child[level](first, message);
  }
}
