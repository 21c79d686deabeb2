// JSON response bodies, in which 64-bit integers keep all their digits.
import type { Response } from 'express';
import { stringify } from 'lossless-json';

export function sendJson(res: Response, status: number, body: unknown): void {
  sendBytes(res, status, jsonBytes(body));
}

/** Serialized bytes of frozen bodies: a frozen body cannot change, so its bytes are reused. */
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

/** Copies the bytes out of Node's buffer pool: a small cached buffer would keep the whole pool in memory. */
function unpooled(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** JSON.stringify is three times as fast as lossless-json, but throws on a bigint: lossless-json serializes those. */
function render(body: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(body) ?? '');
  } catch {
    return Buffer.from(stringify(body) ?? '');
  }
}

function sendBytes(res: Response, status: number, bytes: Buffer): void {
  res.status(status);
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}
