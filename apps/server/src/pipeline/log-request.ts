// Owns the log line of a request: one, when its reply is over or its client is gone. No header, no body and no key is in it.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../keys/api-key.js';

const LONGEST = 512;
/** Without an escape, as nearly every path is. */
const PLAIN = /^[ -$&-~]*$/;

export function logRequest(log: Logger): RequestHandler {
  return (req, res, next) => {
    const startMs = performance.now();
    const { method, originalUrl, ip = '' } = req; // HEAD becomes GET later, and a closed socket has no address
    res.once('close', () => {
      const { requestId, caller, operation } = res.locals;
      log.info(
        {
          requestId,
          method,
          url: show(originalUrl),
          status: res.headersSent ? res.statusCode : undefined,
          durationMs: Math.round((performance.now() - startMs) * 100) / 100,
          client: show(ip), // behind a proxy it is what a header says
          keyId: caller?.id,
          operation: operation?.id,
          ...(!res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}

/**
 * What a client wrote, fit to be read: short, and without what terminals obey or others take for the end of a line. A key
 * in it is taken out, however often its characters are percent-encoded.
 */
function show(text: string): string {
  if (text.length <= LONGEST && PLAIN.test(text) && withoutKeys(text) === text) return text;
  const shown = text.slice(0, LONGEST).replace(/[^ -~]/g, '?');
  let plain = shown;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = before.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  }
  return withoutKeys(plain) === plain ? shown : withoutKeys(plain).replace(/[^ -~]/g, '?');
}
