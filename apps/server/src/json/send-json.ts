// Owns the writing of a JSON body: 64-bit integers come out in all their digits.
import type { Response } from 'express';
import { stringify } from 'lossless-json';

export function sendJson(res: Response, status: number, body: unknown): void {
  sendBytes(res, status, jsonBytes(body));
}

/** A body that is frozen cannot change, so neither can its bytes. */
const bytesOfFrozen = new WeakMap<object, Buffer>();

export function jsonBytes(body: unknown): Buffer {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return render(body);
  let bytes = bytesOfFrozen.get(body);
  if (bytes === undefined) {
    bytes = unpooled(render(body));
    bytesOfFrozen.set(body, bytes);
  }
  return bytes;
}

/** Node cuts small buffers out of a common one, all of which would be kept with the piece. */
function unpooled(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** JSON.stringify is three times as fast, and throws where an integer is beyond it. */
function render(body: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(body) ?? '');
  } catch {
    return Buffer.from(stringify(body) ?? '');
  }
}

export function sendBytes(res: Response, status: number, bytes: Buffer): void {
  res.status(status);
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}
