// Request log: one line when the reply ends or the client disconnects, without headers, bodies and keys. Requests
// without a valid key are sampled.
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { redactKeys } from '../keys/api-key.js';
import { samplerOf } from '../lib/log-sampler.js';
import { addressKeyOf } from '../rate-limit/rate-limit-key.js';

const MAX_REFUSED_LINES_PER_MINUTE = 1;
/** For paths that need no key, such as /healthz and /docs. */
const MAX_SERVED_LINES_PER_MINUTE = 600;
const MAX_TEXT_LENGTH = 512;
/** Printable ASCII without a percent sign. Nearly every URL matches. */
const PLAIN = /^[ -$&-~]*$/;

export function requestLogger(log: Logger): RequestHandler {
  const sampler = samplerOf(log);
  return (req, res, next) => {
    const startMs = performance.now();
    const { method, originalUrl, ip = '' } = req; // HEAD becomes GET later, and a closed socket has no address
    res.once('close', () => {
      const { requestId, caller, operation } = res.locals;
      const line = () => ({
        requestId,
        method,
        url: sanitize(originalUrl),
        status: res.headersSent ? res.statusCode : undefined,
        durationMs: Math.round((performance.now() - startMs) * 100) / 100,
        client: sanitize(ip), // behind a proxy it comes from a header
        keyId: caller?.id,
        operation: operation?.id,
        ...(!res.writableFinished && { aborted: true }),
      });
      const limit = maxLinesPerMinute(res);
      if (limit === undefined) log.info(line(), 'request');
      else {
        const client = addressKeyOf(ip);
        sampler.write({ client, status: res.statusCode, message: 'request', limit }, line);
      }
    });
    next();
  };
}

/**
 * The maximum of lines per minute and client for requests like this one; undefined: no maximum, for a request whose key was
 * found, or that made the server fail. A request whose key could not be looked up may have had a valid one.
 */
function maxLinesPerMinute({ statusCode, locals }: Response): number | undefined {
  const { caller, requestClass } = locals;
  if (caller !== undefined || statusCode === 500) return undefined;
  if (requestClass === 'key') return MAX_SERVED_LINES_PER_MINUTE;
  return statusCode >= 400 ? MAX_REFUSED_LINES_PER_MINUTE : MAX_SERVED_LINES_PER_MINUTE;
}

/**
 * Sanitizes a client's text for the log: truncates it, and replaces characters that control a terminal or may be read
 * as the end of a line. API keys are redacted, even if their characters are percent-encoded several times.
 */
function sanitize(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH && PLAIN.test(text) && redactKeys(text) === text) return text;
  const shown = text.slice(0, MAX_TEXT_LENGTH).replace(/[^ -~]/g, '?');
  let plain = shown;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = before.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  }
  return redactKeys(plain) === plain ? shown : redactKeys(plain).replace(/[^ -~]/g, '?');
}
