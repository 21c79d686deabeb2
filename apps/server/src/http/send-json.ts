// JSON response bodies.
import type { Response } from 'express';
import { toJsonText } from '../lib/json.js';

/**
 * The headers and a text leave in one write; a Buffer would be a second one.
 * @param mediaType One of JSON.
 */
export function sendJson(
  res: Response,
  status: number,
  body: unknown,
  mediaType = 'application/json',
): void {
  const text = toJsonText(body);
  res.status(status);
  res.setHeader('Content-Type', mediaType);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
