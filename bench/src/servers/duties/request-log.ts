// Request id and request log of Fastify with our duties: one JSON line on stdout for each request, buffered as in the animal store.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';

const SAFE_ID = /^[\w.:-]{1,128}$/;
const API_KEY = /as_(?:live|pub)_[0-9A-Za-z]*/g;

const destination = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 100 });
process.once('exit', () => destination.flushSync());
export const log = pino(destination);

/** The client's own id if it is safe to log, otherwise a new one. */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && SAFE_ID.test(sent) && redact(sent) === sent
    ? sent
    : randomUUID();
}

export interface LoggedRequest {
  requestId: string;
  method: string;
  url: string;
  status: number;
  code: string | undefined;
  startMs: number;
  client: string | undefined;
  keyId: string | undefined;
  plan: string | undefined;
}

export function logRequest({ startMs, url, ...rest }: LoggedRequest): void {
  const durationMs = Math.round((performance.now() - startMs) * 100) / 100;
  log.info({ ...rest, url: redact(url), durationMs }, 'request');
}

function redact(text: string): string {
  return text.replace(API_KEY, '[redacted]');
}
