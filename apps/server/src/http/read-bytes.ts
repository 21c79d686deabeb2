// Bounded read of a request's body into memory.
import type { RequestHandler } from 'express';
import { ApiError, malformed } from '../errors.js';
import { awaitsContinue } from './lingering-close.js';

/**
 * Stores the body as a Buffer in `req.body`. A body gets 413 as soon as more than `maxBytes` have arrived. This is not
 * body-parser, which would first read the body to its end, however long it is.
 */
export function readBytes(maxBytes: number): RequestHandler {
  return (req, res, next) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => req.off('data', take).off('end', finish).off('close', giveUp);
    const handOn = (error?: ApiError) => {
      if (!res.headersSent) next(error); // otherwise it has been refused meanwhile: it timed out, or was malformed HTTP
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      stop().resume();
      // Deferred by one turn of the event loop: if the whole body has arrived by then, the connection can stay open.
      setImmediate(() => {
        req.pause();
        handOn(new ApiError('payload_too_large'));
      });
    };
    const finish = () => {
      stop();
      req.body = Buffer.concat(chunks, size);
      handOn();
    };
    const giveUp = () => {
      stop();
      handOn(malformed('body', 'is incomplete'));
    };
    req.on('data', take).on('end', finish).on('close', giveUp);
    if (awaitsContinue(req)) res.writeContinue();
  };
}
